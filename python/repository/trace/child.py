"""The process that runs tests under the tracer: `python -m repository.trace.child PLAN OUT`.

PLAN (JSON file): {"suite": a key of SUITES, "tree", "project", "deps", "tools", "scratch", "targets": [definitions],
"skip": [test names], "perTest": seconds of processor time, "clock"?: as in run_cases.py; each test begins at its start}. OUT gets JSON lines: {"start": test}, {"waited": true} where its waiting came
to an end, {"end": test, "outcome"}, records of the tracer, and {"finished": true, "targets": {id: {"offers", "made", "refused", "tests"}}} last.
Tests are foreign code: this process may hang or die at any moment, and the one that started it reads what there is.
"""
from __future__ import annotations

import importlib
import json
import os
import signal
import sys

from ..run.randomness import seed_randomness

# Time is the processor's where it decides, so that a busy machine captures the same; waiting has a limit beyond, and code that hears no
# signal of ours is ended by one.
WAITING, DEAF = 3, 4.0


class TestTimeout(BaseException):
    """A test has used up its time."""


class Report:
    """Writes JSON lines at once, and knows how to run one test under the tracer and the clock."""

    def __init__(self, out: str, plan: dict):
        self.file = os.open(out, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
        self.tracer, self.skip, self.per_test, self.owner = None, set(plan["skip"]), plan["perTest"], os.getpid()
        self.clock = None

    def line(self, record: dict) -> None:
        # A test may fork: only this very process reports.
        if os.getpid() == self.owner:
            os.write(self.file, (json.dumps(record) + "\n").encode("utf-8", "backslashreplace"))

    def begin(self, test: str) -> None:
        self.line({"start": test})
        for number in (signal.SIGPROF, signal.SIGALRM):
            signal.signal(number, self.alarm)
        signal.signal(signal.SIGVTALRM, signal.SIG_DFL)
        self.limit(self.per_test)
        # What a test draws without a seed of its own, and the time that it is told, are the same at every run.
        seed_randomness(0)
        if self.clock is not None:
            self.clock.restart()
        self.tracer.start(test)

    def end(self, test: str, outcome: str = "") -> None:
        self.limit(0)
        self.tracer.stop()
        self.line({"end": test, "outcome": outcome})

    @staticmethod
    def limit(seconds: float) -> None:
        signal.setitimer(signal.ITIMER_PROF, seconds)
        signal.setitimer(signal.ITIMER_REAL, seconds * WAITING)
        signal.setitimer(signal.ITIMER_VIRTUAL, seconds and seconds + DEAF)

    def alarm(self, number, _):
        # Told at once: what is raised here may be caught by the test.
        if number == signal.SIGALRM:
            self.line({"waited": True})
        raise TestTimeout()

    def run(self, test: str, function) -> None:
        """One test that is a function; nothing that it does to itself concerns the next."""
        if test in self.skip:
            return
        self.begin(test)
        outcome = "passed"
        try:
            function()
        except (Exception, SystemExit, TestTimeout, KeyboardInterrupt) as error:
            outcome = type(error).__name__
        finally:
            self.end(test, outcome)


def importable_from(plan: dict):
    """Whether a case can import a module: one of the project, its dependencies or the standard library."""
    import sysconfig
    roots = [os.path.realpath(plan[name]) + os.sep for name in ("project", "deps") if plan.get(name)]
    standard = [os.path.realpath(sysconfig.get_paths()[name]) + os.sep for name in ("stdlib", "platstdlib")]

    def importable(name: str) -> bool:
        if name.split(".")[0] in ("__main__", "__mp_main__", "repository", "_pytest", "pytest", "conftest"):
            return False
        module = sys.modules.get(name)
        file = getattr(module, "__file__", None)
        if module is None:
            return False
        if file is None:
            return name.split(".")[0] in sys.builtin_module_names or bool(getattr(module, "__path__", None))
        file = os.path.realpath(file)
        return any(file.startswith(root) for root in roots) or (
            any(file.startswith(root) for root in standard) and "site-packages" not in file)
    return importable


def main(plan_file: str, out: str) -> None:
    with open(plan_file, encoding="utf-8") as file:
        plan = json.load(file)
    own = os.path.realpath(os.path.join(os.path.dirname(__file__), "..", ".."))
    sys.path[:] = [path for path in sys.path if os.path.realpath(path or ".") != own]
    sys.path[:0] = [path for path in (plan["project"], plan.get("deps")) if path]
    from ..run import clock
    from . import suites, targets, tracer
    sys.path.append(plan["tools"])
    os.chdir(plan["tree"])
    report = Report(out, plan)
    if plan.get("clock"):
        report.clock = clock.install(plan["clock"])
    files, wanted = targets.by_file(plan["targets"], plan["project"], plan["tree"])
    places = {plan["tree"], plan["scratch"], plan["project"], os.path.realpath(plan["tree"]), os.path.realpath(plan["scratch"])}
    report.tracer = tracer.Tracer(files, importable_from(plan), places, report.line)
    for module in sorted({target.module for target in wanted}):
        try:
            importlib.import_module(module)
        except (Exception, SystemExit) as error:
            report.line({"trouble": "import", "module": module, "error": type(error).__name__ + ": " + str(error)[:300]})
    suites.SUITES[plan["suite"]](plan, report, wanted)
    report.line({"finished": True, "targets": {target.id: {"offers": target.offers, "made": target.made, "refused": target.refused, "tests": target.tests} for target in wanted if target.offers}})
    os._exit(0)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
