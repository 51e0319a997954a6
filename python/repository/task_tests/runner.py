"""Runs pytest and tells, over a descriptor of its own, how each test ended. Runs in the interpreter of the tested project, on Python 2.7
and every later version, with what that has installed.

Arguments: the descriptor, the descriptor with the token of this run, `covers` to tell which files the tests of each file execute (else
`-`), the style of tracebacks (`-`: pytest's own choice), then those of pytest. Every line told is JSON with the token and a
number that counts from 0. Nothing here is proof against code in this very process: who reads the lines compares them with two other
sources, with tests whose end is known (canaries.py), and with a second run in which every test must fail (twins.py).
"""
import fcntl
import json
import os
import sys
import threading

#: What `-rA` stands for.
EVERY = "-rPpsxXEf"
LONGEST_TRACE = 200
RUNNERS = ("/_pytest/", "/pluggy/", "/unittest/", "/unittest2/")
#: Exceptions that leave a test without a failure, by their names. A class that is made of one of them counts too.
LEAVING = ("Skipped", "SkipTest", "XFailed")
#: Options of pytest-xdist and pytest-rerunfailures, which `addopts` of a repository may set: all tests run in this process, each once.
ONCE = {"numprocesses": None, "maxprocesses": None, "dist": "no", "tx": [], "looponfail": False, "reruns": 0}


class Executed(object):
    """Files of the tree that the tests of each file execute: a function of the file runs, or the test file has something of it."""

    def __init__(self, root):
        self.root = os.path.join(os.path.realpath(root), "")
        self.of = {}
        self._codes, self._seen = {}, {}

    def begin(self, item, test):
        path = test.split("::")[0]
        self._codes = self._seen.setdefault(path, {})
        if path not in self.of:
            self.of[path] = self._imported(getattr(item, "module", None))
        # A test may have taken the function away.
        sys.settrace(self._call)
        threading.settrace(self._call)

    def _call(self, frame, event, argument):
        # Only calls are traced. Each code object counts once.
        self._codes[frame.f_code] = True

    def files(self):
        sys.settrace(None)
        threading.settrace(None)
        for path, codes in self._seen.items():
            self.of[path].update(code.co_filename for code in list(codes))
        return dict((path, self._inside(files)) for path, files in self.of.items())

    def _imported(self, module):
        found = set()
        for value in list(vars(module).values()) if module is not None else []:
            try:
                name = getattr(value, "__name__" if isinstance(value, type(os)) else "__module__", None)
            except Exception:  # A lazy object that cannot be made here.
                continue
            of = sys.modules.get(name) if isinstance(name, str) else None
            found.add(getattr(of, "__file__", None) or "")
        return found

    def _inside(self, files):
        paths = [os.path.realpath(os.path.join(self.root, file)) for file in files if file.endswith(".py")]
        return sorted(set(path[len(self.root):].replace(os.sep, "/") for path in paths if path.startswith(self.root)))


def reporter(told, token, executed, style):
    """The plugin. What it needs is held by its functions alone, not by a module that others can import."""
    import pytest

    write, dumps, own, pid = os.write, json.dumps, os.getpid(), os.getpid
    started = os.getcwd()
    state = {"n": 0, "root": started}

    def tell(**line):
        # A process that a test has forked runs the rest of the tests too, if nobody ends it.
        if pid() != own:
            return
        line["token"], line["n"] = token, state["n"]
        state["n"] += 1
        data = (dumps(line) + "\n").encode("utf-8")
        while data:
            data = data[write(told, data):]

    def passed_through(trace):
        """Paths of the files that a test was left through, without a runner's."""
        paths = []
        for _ in range(LONGEST_TRACE):
            if trace is None:
                break
            file = trace.tb_frame.f_code.co_filename
            if file not in paths and not any(part in file.replace(os.sep, "/") for part in RUNNERS):
                paths.append(file)
            trace = trace.tb_next
        return paths

    def named(test):
        """As the log has it: from the folder that pytest was started in, which may be another than that of its configuration."""
        path, mark, rest = test.partition("::")
        if not path or state["root"] == started:
            return test
        return os.path.relpath(os.path.join(state["root"], path), started).replace(os.sep, "/") + mark + rest

    class Reporter(object):
        @pytest.hookimpl(tryfirst=True)
        def pytest_cmdline_main(self, config):
            for name, value in ONCE.items():
                if hasattr(config.option, name):
                    setattr(config.option, name, value)

        def pytest_configure(self, config):
            if style != "-":
                config.option.tbstyle = style
            state["root"] = str(getattr(config, "rootpath", None) or getattr(config, "rootdir", started))

        def pytest_collection_finish(self, session):
            tell(kind="collected", tests=[named(item.nodeid) for item in session.items])

        @pytest.hookimpl(tryfirst=True)
        def pytest_runtest_setup(self, item):
            if executed is not None:
                executed.begin(item, named(item.nodeid))

        def pytest_collectreport(self, report):
            if report.failed:
                tell(kind="not-collected", test=named(report.nodeid))

        @pytest.hookimpl(tryfirst=True)
        def pytest_runtest_makereport(self, item, call):
            # What the first that answers says is taken: this one says nothing.
            error = call.excinfo
            names = [one.__name__ for one in getattr(error.type, "__mro__", (error.type,))] if error is not None else []
            words = [word for word in LEAVING if word in names]
            if words:
                tell(kind="left", test=named(item.nodeid), word=words[0], paths=passed_through(error.tb))

        def pytest_runtest_logreport(self, report):
            tell(kind="report", test=named(report.nodeid), when=report.when, outcome=report.outcome, xfail=hasattr(report, "wasxfail"),
                 part=hasattr(report, "context"))

        def pytest_sessionfinish(self, session, exitstatus):
            for path, files in sorted(executed.files().items() if executed is not None else []):
                tell(kind="covers", test=path, files=files)
            tell(kind="finished", code=int(exitstatus))

    return Reporter()


def main():
    told, secret = int(sys.argv[1]), int(sys.argv[2])
    token = os.read(secret, 64).decode("ascii")
    os.close(secret)
    # No program that a test starts has it.
    fcntl.fcntl(told, fcntl.F_SETFD, fcntl.fcntl(told, fcntl.F_GETFD) | fcntl.FD_CLOEXEC)
    executed = Executed(os.getcwd()) if sys.argv[3] == "covers" else None
    style, words = sys.argv[4], sys.argv[5:]
    sys.argv[:] = ["pytest"] + words
    # As `python -m pytest` does, which does not have this folder on the path.
    sys.path[0] = os.getcwd()
    import pytest

    if int(pytest.__version__.split(".")[0]) < 5:
        # Early versions do not know the letter A.
        words = [EVERY if word == "-rA" else word for word in words]
    sys.exit(pytest.main(words, plugins=[reporter(told, token, executed, style)]))


if __name__ == "__main__":
    main()
