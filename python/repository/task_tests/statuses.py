"""How tests ended, as the plugin of runner.py tells it: one word for each test, as in the summary of pytest."""
from __future__ import annotations

import json

BAD = ("FAILED", "ERROR")


class Told:
    """What was told by one run."""

    def __init__(self, data: bytes, token: str):
        #: What no honest run tells. Each is a sentence.
        self.trouble: list = []
        #: By test id; tests that were collected and did not end have none.
        self.statuses: dict = {}
        self.collected: list = []
        self.not_collected: list = []
        #: Tests that were left by an exception that skips: [test, what, paths of the files that it came through].
        self.left: list = []
        #: The exit code that pytest gives its process; None: it was not told.
        self.code = None
        #: Files that the tests of each file execute, by its path.
        self.covers: dict = {}
        self._heard: set = set()
        expected = 0
        for line in data.split(b"\n"):
            if not line:
                continue
            message = _message(line)
            if message is None or message.get("token") != token:
                self.trouble.append("a line that the reporter did not write: %r" % line[:200])
                continue
            if message.get("n") != expected:
                self.trouble.append("line %r in place of line %d" % (message.get("n"), expected))
            expected += 1
            try:
                self._hear(message)
            except (KeyError, TypeError, AttributeError):
                self.trouble.append("a line that the reporter did not write: %r" % line[:200])
        for test in self.statuses:
            if test not in self._collected() and self.statuses[test] != "ERROR":
                self.trouble.append("%s ended and was never collected" % test)

    def _collected(self) -> set:
        if not hasattr(self, "_set"):
            self._set = set(self.collected)
        return self._set

    def _hear(self, message: dict) -> None:
        kind = message.get("kind")
        if self.code is not None:
            self.trouble.append("%s was told after the end" % kind)
        if kind == "collected":
            self.collected.extend(message["tests"])
        elif kind == "not-collected":
            self.not_collected.append(message["test"])
            self.statuses[message["test"]] = "ERROR"
        elif kind == "report":
            self._report(message)
        elif kind == "left":
            self.left.append([message["test"], message["word"], list(message["paths"])])
        elif kind == "covers":
            self.covers[message["test"]] = message["files"]
        elif kind == "finished":
            self.code = message["code"]

    def _report(self, message: dict) -> None:
        test, when, outcome, part = message["test"], message["when"], message["outcome"], message["part"]
        if outcome in ("passed", "failed", "skipped") and not part:
            if (test, when) in self._heard:
                self.trouble.append("the %s of %s was told twice" % (when, test))
            self._heard.add((test, when))
        if outcome == "failed":
            word = "FAILED" if when == "call" else "ERROR"
        elif outcome == "skipped":
            word = "XFAIL" if message["xfail"] else "SKIPPED"
        elif when != "call" or outcome != "passed":
            return
        else:
            word = "XPASS" if message["xfail"] else "PASSED"
        # A failure at the end of a test takes the place of its pass; nothing takes the place of a failure.
        if self.statuses.get(test) not in BAD or word in BAD:
            self.statuses[test] = word


def _message(line: bytes):
    try:
        message = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return message if isinstance(message, dict) else None
