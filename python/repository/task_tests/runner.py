"""Runs pytest and tells, over a descriptor of its own, how each test ended. Runs in the interpreter of the tested project, on Python 2.7
and every later version, with what that has installed.

Arguments: the descriptor, the descriptor with the token of this run, then those of pytest. Every line told is JSON with the token and a
number that counts from 0. Nothing here is proof against code in this very process: who reads the lines compares them with two other
sources and with tests whose end is known (canaries.py).
"""
import json
import os
import sys


def reporter(told, token):
    """The plugin. What it needs is held by its functions alone, not by a module that others can import."""
    write, dumps, own, pid = os.write, json.dumps, os.getpid(), os.getpid
    state = {"n": 0}

    def tell(**line):
        # A process that a test has forked runs the rest of the tests too, if nobody ends it.
        if pid() != own:
            return
        line["token"], line["n"] = token, state["n"]
        state["n"] += 1
        data = (dumps(line) + "\n").encode("utf-8")
        while data:
            data = data[write(told, data):]

    class Reporter(object):
        def pytest_collection_finish(self, session):
            tell(kind="collected", tests=[item.nodeid for item in session.items])

        def pytest_collectreport(self, report):
            if report.failed:
                tell(kind="not-collected", test=report.nodeid)

        def pytest_runtest_logreport(self, report):
            tell(kind="report", test=report.nodeid, when=report.when, outcome=report.outcome, xfail=hasattr(report, "wasxfail"))

        def pytest_sessionfinish(self, session, exitstatus):
            tell(kind="finished", code=int(exitstatus))

    return Reporter()


def main():
    told, secret = int(sys.argv[1]), int(sys.argv[2])
    token = os.read(secret, 64).decode("ascii")
    os.close(secret)
    words = sys.argv[3:]
    sys.argv[:] = ["pytest"] + words
    import pytest
    # As `python -m pytest` does.
    sys.path.insert(0, os.getcwd())
    sys.exit(pytest.main(words, plugins=[reporter(told, token)]))


if __name__ == "__main__":
    main()
