"""The jobs on real processes: coverage, mutants and reruns of harnesses that are run by the runner."""
from __future__ import annotations

import json
import os
import sys
import tempfile
import unittest
from unittest import mock

from tests.repository.needed import TOOLS

if TOOLS and TOOLS not in sys.path:
    sys.path.append(TOOLS)
try:
    import coverage

    from repository import measure_coverage, mutate_function, rerun_cases, run_cases
except ImportError as error:  # pragma: no cover
    coverage = None
    MISSING = str(error)
else:
    MISSING = ""

SOURCE = '''
import os
import random


def clamp(value, low=0, high=10):
    """Between low and high."""
    if value < low:
        return low
    if value > high:
        return high
    return value


clamp(-1)


class Counter:
    def __init__(self):
        self.seen = []

    def counted(self, words):
        for word in words:
            if word:
                self.seen.append(word)
                yield word, len(self.seen)


def rolled(sides):
    numbers = [random.random() for _ in range(3)]
    return int(numbers[0] * sides * 1000)


def forever(n):
    while n > 0:
        n -= 1
    return n
'''
STRONG = """
from steady import clamp
def case_low():
    clamp(-1)
def case_edge():
    clamp(0); clamp(10); clamp(-5, -4); clamp(1, 2, 3)
def case_high():
    clamp(11)
def case_inside():
    clamp(5)
def case_again():
    clamp(-2)
"""


@unittest.skipIf(coverage is None, f"coverage and the runner are needed (RUNNER_TOOLS): {MISSING}")
class JobsTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        with open(os.path.join(cls.folder.name, "steady.py"), "w", encoding="utf-8") as file:
            file.write(SOURCE)

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def request(self, qualname: str, source: str) -> dict:
        harness = {"target": "t", "module": "steady", "qualname": qualname, "source": source}
        prepared = run_cases.answer({"action": "prepare", "harness": harness}, print)["prepared"]
        roots = {"project": self.folder.name, "deps": self.folder.name, "tools": TOOLS}
        records = {}
        run_cases.answer({"action": "run", "roots": roots, "harness": prepared}, lambda one: records.__setitem__(one["case"], one))
        lines = SOURCE.split("\n")
        first = next(number for number, line in enumerate(lines, 1) if line.strip().startswith(f"def {qualname.split('.')[-1]}("))
        indent = len(lines[first - 1]) - len(lines[first - 1].lstrip())
        last = first
        while last < len(lines) and (not lines[last].strip() or lines[last].startswith(" " * (indent + 1))):
            last += 1
        while not lines[last - 1].strip():
            last -= 1
        return {"roots": roots, "harness": prepared, "expected": records,
                "definition": {"file": "steady.py", "module": "steady", "source": SOURCE, "first": first, "last": last}}

    def measured(self, request: dict) -> dict:
        told = []
        final = measure_coverage.answer({key: value for key, value in request.items() if key != "expected"}, told.append)
        json.dumps([told, final])
        return {**final, "told": told}

    def test_calls_while_the_module_is_imported_do_not_count(self):
        request = self.request("clamp", "from steady import clamp\ndef case_0():\n    clamp(5)\n")
        measured = self.measured(request)["coverage"]
        self.assertEqual(measured["branches"], {"possible": 4, "taken": 2})
        self.assertEqual([arc["words"] for arc in measured["missing"]],
                         ["the condition `value < low` in line 8 was never true", "the condition `value > high` in line 10 was never true"])

    def test_a_harness_that_never_calls_covers_nothing(self):
        measured = self.measured(self.request("clamp", "def case_0():\n    pass\n"))["coverage"]
        self.assertEqual((measured["ratio"], measured["called"]), (0, False))

    def test_a_generator_that_the_harness_leaves_is_covered_when_it_is_drained(self):
        request = self.request("Counter.counted", "from steady import Counter\ndef case_0():\n    next(Counter().counted(['a', '']))\n")
        self.assertEqual(self.measured(request)["coverage"]["ratio"], 1)

    def test_an_interrupted_measurement_goes_on_where_it_was(self):
        request = self.request("clamp", STRONG)
        whole = self.measured(request)
        known = {one["case"]: one["raw"] for one in whole["told"][:3]}
        rest = self.measured({**request, "known": known})
        self.assertEqual([one["case"] for one in rest["told"]], ["case_inside", "case_again"])
        self.assertEqual((rest["coverage"], rest["cases"]), (whole["coverage"], whole["cases"]))

    def test_a_strong_harness_kills_and_a_weak_one_does_not(self):
        strong, weak = self.request("clamp", STRONG), self.request("clamp", "from steady import clamp\ndef case_0():\n    clamp(5)\n")
        scores = []
        for request in (strong, weak):
            covered = sorted({line for case in self.measured(request)["cases"] for line in case["lines"]})
            told = []
            final = mutate_function.answer({**request, "action": "run", "covered": covered}, told.append)
            json.dumps([told, final])
            ended = [one for one in told if "status" in one]
            self.assertEqual(sorted(one["mutant"] for one in ended), sorted(one["name"] for one in final["mutants"]))
            # Whoever judges candidates looks at each difference that ended a mutant, and at nothing else.
            handed = sorted((one["mutant"], one["case"]) for one in told if "record" in one)
            self.assertEqual(handed, sorted((one["name"], case) for one in final["mutants"] for case in one["by"]))
            self.assertEqual(final["unstable"], [])
            scores.append(final["score"])
        self.assertGreaterEqual(scores[0], 0.8)
        self.assertLess(scores[1], 0.5)
        self.assertIn("uncovered", {mutant["status"] for mutant in final["mutants"]})

    def test_an_endless_mutant_is_killed(self):
        request = self.request("forever", "from steady import forever\ndef case_0():\n    forever(3); forever(-1)\n")
        final = mutate_function.answer({**request, "action": "run", "limits": {"wallSeconds": 1.0}}, lambda one: None)
        killed = {mutant["words"] for mutant in final["mutants"] if mutant["status"] == "killed"}
        self.assertIn("line 36: `n -= 1` was left out", killed)

    def test_known_mutants_are_not_run_again(self):
        request = self.request("clamp", STRONG)
        told = []
        known = {"m0": {"status": "survived", "by": []}}
        final = mutate_function.answer({**request, "action": "run", "known": known, "limit": 3}, told.append)
        self.assertEqual(final["mutants"][0]["status"], "survived")
        self.assertEqual(len([one for one in told if "status" in one]), len(final["mutants"]) - 1)

    def test_what_differs_to_the_letter_is_handed_over_and_the_cases_after_it_can_be_asked(self):
        request = {**self.request("clamp", STRONG), "action": "run", "covered": None, "limit": 3}
        first = mutate_function.answer(request, lambda one: None)
        [mutant, *_] = [one for one in first["mutants"] if one["by"]]
        self.assertEqual((len(mutant["by"]), mutant["open"]), (1, True))
        others = {one["name"]: {"status": "killed", "by": []} for one in first["mutants"] if one is not mutant}
        told = []
        rest = mutate_function.answer({**request, "known": others, "after": {mutant["name"]: mutant["by"][0]}, "goOn": 9}, told.append)
        [again] = [one for one in rest["mutants"] if one["name"] == mutant["name"]]
        self.assertTrue(again["by"] and mutant["by"][0] not in again["by"])
        self.assertEqual((again.get("open"), [one["case"] for one in told if "record" in one]), (None, again["by"]))
        self.assertEqual({key for one in told if "record" in one for key in one["record"]}, {"calls", "observations", "end"})

    def test_enough_said_leaves_the_mutants_of_later_batches_waiting(self):
        request = {**self.request("clamp", STRONG), "action": "run"}
        with mock.patch.multiple(mutate_function, BATCH=1, MOST_SAID_BYTES=1):
            final = mutate_function.answer(request, lambda one: None)
        self.assertEqual((final["counts"]["killed"], final["counts"]["not-run"]), (1, 0))
        self.assertGreater(final["counts"]["waiting"], 1)

    def test_a_harness_that_differs_from_itself_kills_nothing(self):
        request = self.request("clamp", STRONG)
        request["expected"] = {case: {**record, "calls": []} for case, record in request["expected"].items()}
        final = mutate_function.answer({**request, "action": "run", "limit": 3}, lambda one: None)
        self.assertEqual(len(final["unstable"]), 5)
        self.assertEqual(final["counts"]["not-run"], 3)

    def test_a_harness_that_looks_at_the_code_kills_nothing(self):
        source = "from steady import forever\ndef case_0():\n    forever(3)\n    observe(forever.__code__.co_code + repr(forever.__code__.co_names).encode())\n"
        final = mutate_function.answer({**self.request("forever", source), "action": "run", "limit": 4}, lambda one: None)
        self.assertEqual((final["unstable"], final["counts"]["killed"]), (["case_0"], 0))

    def test_random_numbers_are_found_and_only_their_case_is_dropped(self):
        source = "from steady import rolled\ndef case_0():\n    rolled(6)\ndef case_1():\n    rolled(0)\n"
        told = []
        request = {key: value for key, value in self.request("rolled", source).items() if key != "definition"}
        final = rerun_cases.answer(request, told.append)
        self.assertEqual((final["drop"], final["keep"]), (["case_0"], ["case_1"]))
        self.assertEqual(final["flaky"]["case_0"]["causes"], ["randomness"])
        again = rerun_cases.answer({**request, "known": [one["rerun"] for one in told]}, lambda one: self.fail("nothing is left to run"))
        self.assertEqual(again["flaky"], final["flaky"])

    def test_imports_that_failed_in_a_rerun_are_told_at_the_end(self):
        request = {key: value for key, value in self.request("rolled", "def case_0():\n    fut(0)\n").items() if key != "definition"}
        request["harness"]["source"] = "import os\nif os.environ['LANG'] == 'C':\n    os._exit(3)\n" + request["harness"]["source"]
        final = rerun_cases.answer(request, lambda one: None)
        self.assertEqual((final["drop"], final["flaky"]["case_0"]["causes"]), (["case_0"], ["locale"]))
        self.assertEqual({one["kind"] for one in final["imports"]}, {"exited"})


if __name__ == "__main__":
    unittest.main()
