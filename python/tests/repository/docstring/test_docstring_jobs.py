"""What a docstring is written from, and what its examples come to."""
from __future__ import annotations

import unittest

from repository import capture_calls, run_examples
from tests.repository.run.running import TOOLS, Project, prepared

MODULE = '''
LIMIT = 3

class Odd:
    def __repr__(self):
        raise RuntimeError("nobody may ask")

def clip(value, most=LIMIT, *, names=()):
    """Clips."""
    if value is None:
        raise ValueError("nothing to clip")
    if isinstance(value, int) and value > 5:
        return clip(value - 5, most)
    return min(value, most) if value != 0 else None

def steps(count):
    for step in range(count):
        yield step

class Box:
    def __init__(self, size):
        self.size = size

    def grow(self, by):
        self.size += by
        return self.size
'''


def harness(qualname: str, source: str) -> dict:
    return prepared("packed", qualname, source)["prepared"]


class CapturedCalls(unittest.TestCase):
    def captured(self, qualname: str, source: str) -> dict:
        with Project({"packed/__init__.py": MODULE}) as folder:
            return capture_calls.answer({"roots": {"project": folder, "tools": TOOLS}, "harness": harness(qualname, source)}, None)

    def test_tells_types_and_plain_calls_with_their_outcomes(self):
        told = self.captured("clip", "def case_0():\n    clip(2, names=('a',))\ndef case_1():\n    clip(None)\ndef case_2():\n    clip(0.5)\n    clip(0)\n")
        self.assertEqual({"value": ["NoneType", "float", "int"], "most": ["int"], "names": ["tuple"]}, told["arguments"])
        self.assertEqual(["NoneType", "float", "int"], told["returns"])
        self.assertEqual("ValueError", told["raises"][0][0].rpartition(":")[2])
        self.assertEqual(["clip(2, 3, names=('a',))", "clip(None, 3, names=())", "clip(0.5, 3, names=())", "clip(0, 3, names=())"], [one["call"] for one in told["examples"]])
        self.assertEqual({"value": 2}, told["examples"][0]["outcome"])

    def test_looks_at_outermost_calls_only(self):
        told = self.captured("clip", "def case_0():\n    clip(12)\n")
        self.assertEqual(["clip(12, 3, names=())"], [one["call"] for one in told["examples"]])

    def test_runs_no_code_of_a_value(self):
        told = self.captured("clip", "from packed import Odd\ndef case_0():\n    clip(1, Odd())\n")
        self.assertEqual((["packed.Odd"], []), (told["arguments"]["most"], told["examples"]))

    def test_counts_a_generator_once(self):
        told = self.captured("steps", "def case_0():\n    list(steps(3))\n")
        self.assertEqual(["steps(3)"], [one["call"] for one in told["examples"]])

    def test_leaves_the_object_of_a_method_out(self):
        told = self.captured("Box.grow", "def case_0():\n    Box(1).grow(2)\n")
        self.assertEqual(({"by": ["int"]}, ["instance.grow(2)"]), (told["arguments"], [one["call"] for one in told["examples"]]))


class Examples(unittest.TestCase):
    def told(self, docstring: str, **more) -> dict:
        with Project({"packed/__init__.py": MODULE}) as folder:
            target = {"target": "packed/__init__.py::clip#1", "module": "packed", "qualname": "clip"}
            return run_examples.answer({"roots": {"project": folder, "tools": TOOLS}, "harness": target, "docstring": docstring, **more}, None)

    def test_show_what_they_give(self):
        told = self.told("Clips.\n\n>>> clip(9, most=1)\n1\n>>> [clip(2),\n...  clip(3)]\n[2,   3]\n>>> clip(1)\n2\n")
        self.assertEqual([["clip(9, most=1)\n", "1\n", "1\n"], ["[clip(2),\n clip(3)]\n", "[2,   3]\n", "[2,   3]\n"], ["clip(1)\n", "2\n", "1\n"]], told["examples"])

    def test_show_the_last_line_of_an_exception(self):
        wanted = "Traceback (most recent call last):\n    ...\nValueError: nothing to clip\n"
        told = self.told(f">>> clip(None)\n{wanted}>>> clip('a')\n'a'\n")["examples"]
        self.assertEqual(["clip(None)\n", wanted, wanted], told[0])
        self.assertRegex(told[1][2], "^TypeError")

    def test_keep_the_names_of_those_before_and_skip_what_says_so(self):
        told = self.told(">>> a = clip(2)\n>>> a\n2\n>>> exit(3)  # doctest: +SKIP\n")["examples"]
        self.assertEqual(["a = clip(2)\n", "a\n"], [source for source, _, _ in told])

    def test_say_why_they_cannot_be_read(self):
        [[_, _, got]] = self.told("  >>> clip(2)\n 2\n")["examples"]
        self.assertIn("inconsistent leading whitespace", got)

    def test_end_as_cases_do(self):
        self.assertEqual("exited", self.told(">>> raise SystemExit(0)\n")["end"]["kind"])
        self.assertEqual("timed-out", self.told(">>> while True: pass\n", limits={"wallSeconds": 0.5})["end"]["kind"])


if __name__ == "__main__":
    unittest.main()
