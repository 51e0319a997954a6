"""The ways in which a repository shows its functions at work: tests, doctests, examples."""
from __future__ import annotations

import doctest
import os
import re
import sys

PLAIN_LIMIT = 1 << 20
LEFT_OUT = {".git", ".hg", ".tox", ".venv", "venv", "node_modules", "build", "dist", "__pycache__"}


def files_of(tree: str, endings: tuple, limit: int = 2000) -> list:
    """Relative paths of regular files with these endings, in order of their names."""
    found = []
    for folder, folders, names in os.walk(tree):
        folders[:] = sorted(name for name in folders if name not in LEFT_OUT and not name.endswith(".egg-info"))
        for name in sorted(names):
            path = os.path.join(folder, name)
            if name.endswith(endings) and os.path.isfile(path) and not os.path.islink(path) and os.path.getsize(path) < PLAIN_LIMIT:
                found.append(os.path.relpath(path, tree))
        if len(found) > limit:
            break
    return found[:limit]


def is_test_file(path: str) -> bool:
    name = os.path.basename(path)
    return name.startswith("test_") or name.endswith("_test.py") or name in ("test.py", "tests.py")


def pytest_suite(plan, report, wanted) -> None:
    import pytest

    class Plugin:
        @pytest.hookimpl(trylast=True)
        def pytest_collection_modifyitems(self, items):
            items[:] = [item for item in items if item.nodeid not in report.skip]

        @pytest.hookimpl(hookwrapper=True)
        def pytest_runtest_call(self, item):
            report.begin(item.nodeid)
            outcome = yield
            report.end(item.nodeid, "passed" if outcome.excinfo is None else outcome.excinfo[0].__name__)

    paths = plan.get("tests") or [path for path in files_of(plan["tree"], (".py",)) if is_test_file(path)]
    os.environ["PY_IGNORE_IMPORTMISMATCH"] = "1"
    pytest.main(["-q", "-o", "addopts=", "-o", "filterwarnings=", "-o", "python_files=test_*.py *_test.py test.py tests.py",
                 "-p", "no:cacheprovider", "-p", "no:faulthandler", "-p", "no:hypothesispytest", "--continue-on-collection-errors",
                 "--tb=no", "--rootdir", plan["tree"], "--basetemp", os.path.join(plan["scratch"], "pytest")] + paths, plugins=[Plugin()])


def unittest_suite(plan, report, wanted) -> None:
    import unittest
    sys.path.insert(0, plan["tree"])

    class Result(unittest.TestResult):
        def startTest(self, test):
            super().startTest(test)
            if test.id() not in report.skip:
                report.begin(test.id())

        def stopTest(self, test):
            super().stopTest(test)
            report.end(test.id())

    def each(suite):
        rest = [suite]
        while rest:
            one = rest.pop()
            if isinstance(one, unittest.TestSuite):
                rest.extend(reversed(list(one)))
            else:
                yield one

    for path in [path for path in files_of(plan["tree"], (".py",)) if is_test_file(path)]:
        folder, name = os.path.split(path)
        top = plan["tree"]
        if os.path.isfile(os.path.join(top, folder, "__init__.py")):
            module = path[:-3].replace(os.sep, ".")
        else:
            module = name[:-3]
            sys.path.insert(0, os.path.join(top, folder))
        try:
            suite = unittest.defaultTestLoader.loadTestsFromName(module)
        except (Exception, SystemExit) as error:
            report.line({"trouble": "collect", "module": module, "error": type(error).__name__})
            continue
        tests = unittest.TestSuite(test for test in each(suite) if test.id() not in report.skip)
        tests.run(Result())


def doctest_suite(plan, report, wanted) -> None:
    """Docstrings of the project's modules, and prompts in text files."""
    finder, parser = doctest.DocTestFinder(exclude_empty=True), doctest.DocTestParser()
    tests = []
    for module in sorted({target.module for target in wanted}):
        if module in sys.modules:
            try:
                tests += [("doctest:" + test.name, test) for test in finder.find(sys.modules[module], module)]
            except Exception as error:
                report.line({"trouble": "doctest", "module": module, "error": type(error).__name__})
    for path in files_of(plan["tree"], (".md", ".rst", ".txt")):
        try:
            with open(path, encoding="utf-8") as file:
                tests.append(("doctest:" + path, parser.get_doctest(file.read(), {}, path, path, 0)))
        except (ValueError, OSError):
            continue

    def runs(test):
        runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE, verbose=False)
        return lambda: runner.run(test, out=lambda text: None)
    for name, test in tests:
        if test.examples:
            report.run(name, runs(test))


PYTHON = re.compile(r"\s*py(?:thon3?)?\b", re.I)


def fenced(text: str) -> list:
    """What stands between closed fences of three backticks that are said to be Python; each line is looked at once."""
    found, lines, is_python = [], None, False
    for line in text.splitlines(True):
        if not line.startswith("```"):
            if lines is not None:
                lines.append(line)
        elif lines is None:
            lines, is_python = [], bool(PYTHON.match(line, 3))
        else:
            if is_python:
                found.append("".join(lines))
            lines = None
    return found


def example_suite(plan, report, wanted) -> None:
    """Fenced code without prompts in Markdown files, and scripts of `examples` folders."""
    import linecache
    import runpy
    for path in files_of(plan["tree"], (".md",)):
        with open(path, encoding="utf-8", errors="replace") as file:
            text = file.read()
        space = {"__name__": "example"}
        for number, body in enumerate(fenced(text)):
            if ">>>" in body:
                continue
            name = "%s#%d" % (path, number)
            try:
                code = compile(body, name, "exec")
            except (SyntaxError, ValueError):
                continue
            linecache.cache[name] = (len(body), None, body.splitlines(True), name)
            report.run("example:" + name, lambda: exec(code, space))
    for path in files_of(plan["tree"], (".py",)):
        if "examples" in path.split(os.sep)[:-1] or "example" in path.split(os.sep)[:-1]:
            report.run("example:" + path, lambda: runpy.run_path(path, run_name="__main__"))


SUITES = {"pytest": pytest_suite, "unittest": unittest_suite, "doctests": doctest_suite, "examples": example_suite}
