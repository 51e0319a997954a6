from __future__ import annotations

import ast
import json
import os
import subprocess
import sys
import unittest

from ..trace.package import PackageCase

PYTHON = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", "..", ".."))

CORE = '''\
import os
import random
import typing


def grade(score: int, strict: bool = False) -> str:
    """Grade."""
    if score < 0:
        raise ValueError("negative")
    if strict and score < 50:
        return "fail"
    if score >= 90:
        return "great"
    return "pass"


def wrap(text, width=7):
    """As in ``wrap('hello world', 5)``."""
    out = []
    width = max(1, width)
    while len(text) > width:
        out.append(text[:width])
        text = text[width:]
    return out + [text]


def compose(f, g):
    """Compose."""
    def both(x):
        return f(g(x))
    return both


def opaque(frame):
    """Frame."""
    return frame.f_code.co_name


def endless(n):
    """Endless for even numbers."""
    while n % 2 == 0:
        pass
    return n


def leaves(n: int):
    """Leaves."""
    if n > 3:
        os._exit(0)
    return n


class Stack:
    """Stack."""

    def __init__(self, items: typing.Optional[list] = None):
        self.items = list(items or [])

    def push(self, item, times=1):
        """Push."""
        for _ in range(times):
            self.items.append(item)
        return len(self.items)

    def never(self, count: int):
        """Not called by any test."""
        if count > len(self.items):
            raise IndexError(count)
        return self.items[:count]

    @classmethod
    def of(cls, *items):
        """Of."""
        return cls(items)


async def later(n: int):
    """Later."""
    return n + 1


def some(items: list, n: int = 1) -> list:
    """Some of them, by chance."""
    return random.sample(items, min(n, len(items)))
'''
TESTS = '''\
import pytest
from pkg.core import compose, wrap, Stack, grade
from .helpers import words

FACTOR = 3


@pytest.fixture
def stack(tmp_path):
    yield Stack([1, 2])


@pytest.mark.parametrize("text,expected", [("abc", ["abc"]), ("abcdefghij", ["abcdefg", "hij"])])
def test_wrap(text, expected):
    assert wrap(text) == expected


def test_words():
    assert wrap(words(), FACTOR) == ["one", " tw", "o"]


def test_compose():
    assert compose(str, lambda x: x + FACTOR)(4) == "7"


def test_push(stack):
    assert stack.push(5) == 3


def test_unused(capsys):
    assert grade(90) == "great"


class TestGrade:
    level = 95

    def test_grade(self):
        assert grade(self.level) == "great"

    def test_other(self):
        assert 1 == 1
'''
TRIES = 40
USUAL = ["wrap", "Stack.push", "grade", "compose", "some"]
FILES = {"pkg/__init__.py": "", "pkg/core.py": CORE, "tests/__init__.py": "", "tests/helpers.py": "def words():\n    return 'one two'\n", "tests/test_core.py": TESTS}


class GeneratingCases(PackageCase):
    def generate(self, wanted, **more) -> dict:
        """In a process of its own, as in a box: foreign code is imported there."""
        request = {"roots": self.roots, "definitions": self.definitions, "wanted": ["pkg/core.py::%s#1" % name for name in wanted], "traces": self.records,
                   "tests": self.answer["tests"], "limits": {"seconds": 60, "tries": TRIES}, **more}
        done = subprocess.run([sys.executable, "-m", "repository.generate_cases"], input=json.dumps(request), capture_output=True, text=True, timeout=120,
                              env={**os.environ, "PYTHONPATH": PYTHON, "PYTHONHASHSEED": "0"}, cwd=PYTHON)
        self.assertEqual(done.returncode, 0, done.stderr[-2000:])
        records = [json.loads(line) for line in done.stdout.splitlines()]
        return {record["id"].split("::")[1][:-2]: record for record in records if "id" in record}

    traced = None
    answered = None

    def usual(self) -> dict:
        """One request for several functions, which several tests look at."""
        if GeneratingCases.answered is None:
            GeneratingCases.answered = self.generate(USUAL)
        return GeneratingCases.answered

    def setUp(self):
        """The tests of FILES are traced once for all."""
        self.write(FILES)
        if GeneratingCases.traced is None:
            self.trace()
            GeneratingCases.traced = self.records, self.answer
        self.records, self.answer = GeneratingCases.traced

    def run_harness(self, name: str, harness: dict) -> list:
        """[(case, outcome)] of a harness run here, without its transformation."""
        sys.path.insert(0, self.roots["project"])
        self.addCleanup(sys.path.remove, self.roots["project"])
        for known in [known for known in sys.modules if known.split(".")[0] == "pkg"]:
            del sys.modules[known]
        module = __import__("pkg.core", fromlist=["x"])
        observed = []
        space = {"fut": getattr(module, name.split(".")[0]), name.split(".")[0]: getattr(module, name.split(".")[0]), "observe": observed.append}
        exec(compile(harness["source"], "harness", "exec"), space)
        ends = []
        for case in harness["cases"]:
            try:
                space[case]()
                ends.append("finished")
            except Exception as error:
                ends.append(type(error).__name__)
        return ends

    def test_cases_are_tried_at_the_time_that_they_will_be_run_at(self):
        late = "\n\ndef due(day: int):\n    \"\"\"Due.\"\"\"\n    import time\n    if time.time() > 1_700_000_100:\n        day = day + 'late'\n    return day\n"
        self.write({**FILES, "pkg/core.py": CORE + late})
        self.assertIn("harness", self.generate(["due"], clock={"start": 1_700_000_000})["due"])
        self.assertEqual(self.generate(["due"])["due"]["failed"], "only-incidental-errors")

    def test_one_request_reaches_every_way_through_the_functions(self):
        found = self.generate(["grade", "wrap", "compose", "Stack.push", "Stack.never", "Stack.of", "later", "opaque", "endless", "leaves"], limits={"seconds": 1, "tries": 120})
        for name, ways, ends in (("grade", 4, {"finished", "ValueError"}), ("wrap", 2, {"finished"}), ("compose", 1, {"finished"}), ("Stack.push", 2, {"finished"}),
                                 ("Stack.never", 2, {"finished", "IndexError"}), ("Stack.of", 1, {"finished"})):
            with self.subTest(name=name):
                harness = found[name]["harness"]
                ast.parse(harness["source"])
                self.assertGreaterEqual(found[name]["ways"], ways)
                self.assertLessEqual(set(self.run_harness(name, harness)), ends)
                self.assertEqual(set(harness["provenance"]["cases"]), set(harness["cases"]))
        self.assertIn("observe(result(", found["compose"]["harness"]["source"])
        self.assertIn("_m_asyncio.run(fut(", found["later"]["harness"]["source"])
        self.assertIn("harness", found["endless"])
        self.assertIn("harness", found["leaves"])
        self.assertEqual(found["opaque"]["failed"], "only-incidental-errors")

    def test_the_same_request_gives_the_same_bytes_also_where_a_function_draws_by_chance(self):
        again = self.generate(USUAL)
        for name in USUAL:
            self.assertEqual(self.usual()[name]["harness"], again[name]["harness"])

    def test_tries_end_it_and_the_processor_s_time_only_where_they_are_slow(self):
        slow = "\n\ndef busy(n: int):\n    \"\"\"Busy.\"\"\"\n    for _ in range(3_000_000):\n        pass\n    return n\n"
        self.assertEqual(self.usual()["grade"]["tried"], TRIES)
        self.write({**FILES, "pkg/core.py": CORE + slow})
        busy = self.generate(["busy"], limits={"seconds": 1, "tries": 400})["busy"]
        self.assertLess(busy["tried"], 100)
        self.assertLess(busy["seconds"], 4)

    def test_provenance_names_the_test_of_a_trace_and_expected_values_stay_out(self):
        harness = self.usual()["wrap"]["harness"]
        self.assertIn({"origin": "trace", "from": "tests/test_core.py::test_wrap[abcdefghij-expected1]"}, harness["provenance"]["cases"].values())
        self.assertNotIn("hij'", harness["source"].replace("abcdefghij'", ""))

    def test_feedback_draws_cases_to_the_lines_it_names(self):
        line = CORE.split("\n").index('        return "fail"') + 1
        plain = self.usual()["grade"]
        told = self.generate(["grade"], feedback={"pkg/core.py::grade#1": {"lines": [line], "cases": plain["kept"]}})["grade"]
        self.assertGreaterEqual(len(told["kept"]), len(plain["kept"]))

    def test_existing_tests_are_transplanted_with_all_that_they_need(self):
        found = self.usual()
        wrap = found["wrap"]["transplant"]["source"]
        self.assertIn("def words()", wrap)
        self.assertIn("parametrize", wrap)
        self.assertNotIn("test_compose", wrap)
        self.assertIn("return Stack([1, 2])", found["Stack.push"]["transplant"]["source"])
        self.assertIn("FACTOR = 3", found["compose"]["transplant"]["source"])
        self.assertIn("class TestGrade", found["grade"]["transplant"]["source"])
        self.assertNotIn("test_other", found["grade"]["transplant"]["source"])
        self.assertEqual(found["grade"]["left"], [{"test": "tests/test_core.py::test_unused", "why": "fixture"}])


if __name__ == "__main__":
    unittest.main()
