from __future__ import annotations

import hashlib
import os
import unittest

from .package import PackageCase

CORE = '''\
"""Core."""
import threading


def total(values, start=0, *more, scale=1, **named):
    """Total.

    >>> total([1, 2])
    3
    """
    for value in values:
        start += value
    values = None
    return start * scale


def grow(items):
    items.append(len(items))
    return items


def down(n):
    return n if n == 0 else down(n - 1)


def adder(step):
    def add(x, y=0):
        return x + y + step

    def reset():
        return step
    add.reset = reset
    return add


def doubled(values):
    for value in values:
        yield value * 2


def first(values):
    for value in values:
        return value


class Asker:
    def __init__(self, n):
        self.n = n

    def __call__(self, x):
        return self.n + x


def asker(n):
    return Asker(n)


class Box:
    def __init__(self, content):
        self.content = content

    def put(self, item):
        self.content.append(item)
        return len(self.content)

    @classmethod
    def of(cls, *items):
        return cls(list(items))

    @staticmethod
    def size(items):
        return len(items)
'''


class TracingTests(PackageCase):
    def traced(self, tests: str, **more) -> dict:
        self.write({"pkg/__init__.py": "", "pkg/core.py": CORE, "tests/test_core.py": "from pkg.core import *\nfrom pkg.core import Box\n" + tests})
        return self.trace(**more)

    def test_arguments_are_snapshots_taken_before_the_body_runs(self):
        found = self.traced("def test_a():\n    items = [1]\n    grow(items); grow(items)\n")
        self.assertEqual(self.arguments(found["grow"]), [["[1]"], ["[1, 1]"]])

    def test_only_the_outermost_entry_of_a_recursion_counts(self):
        found = self.traced("def test_a():\n    down(4)\n")
        self.assertEqual(self.arguments(found["down"]), [["4"]])

    def test_what_a_test_draws_by_chance_is_the_same_at_every_run(self):
        tests = "import random\ndef test_a():\n    down(random.randrange(500))\n    down(random.randrange(500))\n"
        one, two = (self.arguments(self.traced(tests)["down"]) for _ in range(2))
        self.assertEqual((one, len(one)), (two, 2))

    def test_each_test_is_told_the_same_time_whatever_ran_before_it(self):
        tests = ("import datetime, time\ndef test_a():\n    [time.time() for _ in range(9)]\n"
                 "def test_b():\n    first([datetime.datetime.now(), time.time()])\n    first(map(str, [time.monotonic]))\n    Asker(time.time)(1)\n")
        self.traced(tests, clock={"start": 1_700_000_000})
        said = [record["call"] for record in self.records if record["id"].endswith(("first#1", "__init__#1"))]
        told = [one["arguments"] for one in said]
        self.assertIn(["[_m_datetime.datetime(2023, 11, 14, 22, 13, 20), 1700000000.0001]"], told)
        self.assertIn(["_m_time.time"], [one["arguments"] for one in said])

    def test_a_suite_has_so_much_of_the_processor_and_waits_longer(self):
        found = self.traced("import time\ndef test_a():\n    time.sleep(4)\n    down(1)\ndef test_b():\n    down(2)\n    ends = time.process_time() + 18\n"
                            "    while time.process_time() < ends:\n        pass\ndef test_c():\n    down(3)\n", limits={"perTest": 20.0, "total": 3.0})
        self.assertEqual(self.arguments(found["down"]), [["1"]])
        self.assertEqual([one["ended"] for one in self.answer["suites"] if one["suite"] == "pytest"], ["out-of-time"])

    def test_a_test_has_so_much_of_the_processor_and_waits_longer(self):
        found = self.traced("import time\ndef test_waits():\n    time.sleep(0.8)\n    down(1)\ndef test_spins():\n    while True:\n        pass\n"
                            "def test_is_deaf():\n    while True:\n        try:\n            while True:\n                pass\n        except BaseException:\n            pass\n"
                            "def test_z():\n    down(9)\n", limits={"perTest": 0.7, "total": 60.0})
        self.assertEqual(self.arguments(found["down"]), [["1"], ["9"]])
        self.assertEqual([(one["test"].split("::")[1], one["why"]) for one in self.answer["suites"][0]["lost"]], [("test_is_deaf", "hung")])

    def test_defaults_stay_away_and_every_kind_of_parameter_comes_back(self):
        found = self.traced("def test_a():\n    total([1])\n    total([1], 2, 3, scale=4, other=5)\n    total([1], scale=2)\n")
        calls = [(record["call"]["arguments"], record["call"]["keywords"]) for record in found["total"]]
        self.assertIn((["[1]"], {}), calls)
        self.assertIn((["[1]", "2", "3"], {"scale": "4", "other": "5"}), calls)
        self.assertIn((["[1]"], {"scale": "2"}), calls)

    def test_a_default_before_further_positional_arguments_stays(self):
        found = self.traced("def test_a():\n    total([1], 0, 3)\n    total([2], 0)\n    total([3], 0, 3, scale=1)\n")
        calls = [(record["call"]["arguments"], record["call"]["keywords"]) for record in found["total"]]
        self.assertEqual(calls[:3], [(["[1]", "0", "3"], {}), (["[2]"], {}), (["[3]", "0", "3"], {})])

    def test_a_generator_argument_is_written_as_what_was_taken_and_the_test_sees_it_as_lazy_as_before(self):
        found = self.traced("import itertools\ndef test_a():\n    taken = []\n    def source():\n        for n in range(10):\n            taken.append(n)\n            yield n\n"
                            "    values = source()\n    assert first(values) == 0 and taken == [0] and next(values, 'closed') is not None\n    assert total(n for n in (1, 2)) == 3\n    assert first(map(str, [7])) == '7'\n")
        self.assertEqual(self.answer["suites"][0]["passed"], 1)
        self.assertIn(["iter([1, 2])"], self.arguments(found["total"]))
        self.assertIn(["iter([0])"], self.arguments(found["first"]))

    def test_generator_functions_are_noted_once_not_at_each_step(self):
        found = self.traced("def test_a():\n    assert list(doubled([1, 2, 3])) == [2, 4, 6]\n")
        self.assertEqual(self.arguments(found["doubled"]), [["[1, 2, 3]"]])

    def test_calls_of_a_function_that_was_returned_follow_its_call(self):
        found = self.traced("def test_a():\n    two, five = adder(2), adder(5)\n    assert two(1) == 3 and five(1, y=4) == 10\n")
        self.assertEqual([(record["call"]["arguments"], [(each["arguments"]) for each in record["call"]["then"]]) for record in found["adder"]], [(["2"], [["1"]]), (["5"], [["1", "4"]])])

    def test_calls_of_what_hangs_on_a_returned_function_follow_it(self):
        found = self.traced("def test_a():\n    counted = adder(1)\n    counted(2)\n    counted.reset()\n")
        self.assertEqual([(each.get("attribute"), each["arguments"]) for each in found["adder"][0]["call"]["then"]], [(None, ["2"]), ("reset", [])])

    def test_calls_of_an_object_that_was_returned_follow_although_its_call_is_of_interest_itself(self):
        found = self.traced("def test_a():\n    assert asker(3)(4) == 7\n")
        self.assertEqual([each["arguments"] for each in found["asker"][0]["call"]["then"]], [["4"]])
        self.assertEqual(self.arguments(found["Asker.__call__"]), [["4"]])

    def test_methods_come_with_the_state_before_the_call(self):
        found = self.traced("def test_a():\n    box = Box([1])\n    box.put(2)\n    Box.of(1, 2)\n    Box.size('abc')\n")
        self.assertIn("{'content': [1]}", found["Box.put"][0]["call"]["receiver"])
        self.assertEqual((found["Box.of"][0]["call"]["receiver"], found["Box.of"][0]["call"]["arguments"]), ("_m_pkg_core.Box", ["1", "2"]))
        self.assertEqual((found["Box.size"][0]["call"]["receiver"], found["Box.size"][0]["call"]["arguments"]), (None, ["'abc'"]))

    def test_threads_are_traced_too(self):
        found = self.traced("import threading\ndef test_a():\n    one = threading.Thread(target=down, args=(2,))\n    one.start()\n    one.join()\n")
        self.assertEqual(self.arguments(found["down"]), [["2"]])

    def test_each_input_tells_its_test_and_no_result_is_kept(self):
        found = self.traced("def test_a():\n    assert total([40, 2]) == 42\n")
        record = [record for record in found["total"] if record["call"]["arguments"] == ["[40, 2]"]][0]
        self.assertEqual(record["test"], "tests/test_core.py::test_a")
        self.assertNotIn("42", repr(record))

    def test_doctests_are_traced(self):
        found = self.traced("")
        self.assertEqual([(record["call"]["arguments"], record["test"]) for record in found["total"]], [(["[1, 2]"], "doctest:pkg.core.total")])

    def test_a_test_that_dies_or_hangs_ends_only_itself(self):
        found = self.traced("import os, time\ndef test_a():\n    down(1)\ndef test_dies():\n    os._exit(3)\ndef test_sleeps():\n    time.sleep(60)\n"
                            "def test_hangs():\n    while True:\n        try:\n            time.sleep(60)\n        except BaseException:\n            pass\ndef test_z():\n    down(9)\n")
        self.assertEqual(self.arguments(found["down"]), [["1"], ["9"]])
        self.assertEqual([(one["test"].split("::")[1], one["why"]) for one in self.answer["suites"][0]["lost"]], [("test_dies", "died"), ("test_hangs", "hung")])
        self.assertEqual(self.answer["suites"][0]["stopped"], 3)

    def test_what_a_busy_machine_may_have_ended_is_counted_and_the_processors_time_is_not(self):
        def stopped(tests: str, suite="pytest") -> tuple:
            self.traced("import os, signal, unittest\n" + tests, suites=[suite])
            return self.answer["suites"][0]["stopped"], self.answer["suites"][0]["ended"]
        # The signals of the clocks, which a busy machine would not wait for here.
        meets = "def test_%s():\n    os.kill(os.getpid(), signal.%s)\n"
        own = meets % ("spins", "SIGPROF") + meets % ("is_deaf", "SIGVTALRM") + "def test_exits():\n    os._exit(3)\n"
        self.assertEqual(stopped(own), (0, "finished"))
        self.assertEqual([one["why"] for one in self.answer["suites"][0]["lost"]], ["hung", "died"])
        self.assertEqual(stopped(own + meets % ("waits", "SIGALRM") + meets % ("is_killed", "SIGKILL")), (2, "finished"))
        catches = "class T(unittest.TestCase):\n    def test_a(self):\n        try:\n            os.kill(os.getpid(), signal.SIGALRM)\n        except BaseException:\n            pass\n"
        self.assertEqual(stopped(catches, "unittest"), (1, "finished"))
        self.assertEqual(stopped("os.kill(os.getpid(), signal.SIGKILL)\n"), (1, "start-failed"))
        self.assertEqual(stopped("os._exit(3)\n"), (0, "start-failed"))

    def test_the_source_tree_is_never_written(self):
        self.write({"pkg/__init__.py": "", "pkg/core.py": CORE, "tests/test_core.py": "from pkg.core import down\ndef test_a():\n    open('left', 'w').write('x')\n    down(1)\n"})
        before = tree_hash(self.root)
        self.trace()
        self.assertEqual(tree_hash(self.root), before)

    def test_an_input_that_names_a_temporary_folder_is_not_taken(self):
        found = self.traced("def test_a(tmp_path):\n    first([str(tmp_path)])\n    first(['a'])\n")
        self.assertEqual(self.arguments(found["first"]), [["['a']"]])

    def test_similar_inputs_are_bounded_and_diverse_ones_kept(self):
        found = self.traced("def test_a():\n    for n in range(300):\n        first([n + 1])\n    first('ab')\n")
        self.assertLess(len(found["first"]), 20)
        self.assertIn(["'ab'"], self.arguments(found["first"]))

    def test_without_pytest_unittest_runs_the_tests(self):
        found = self.traced("import unittest\nclass T(unittest.TestCase):\n    def test_a(self):\n        down(3)\n", suites=["unittest"])
        self.assertEqual(self.arguments(found["down"]), [["3"]])


def tree_hash(root: str) -> str:
    digest = hashlib.sha256()
    for folder, folders, names in os.walk(root):
        folders.sort()
        for name in sorted(names):
            with open(os.path.join(folder, name), "rb") as file:
                digest.update((os.path.join(folder, name) + "\0").encode() + file.read())
    return digest.hexdigest()


if __name__ == "__main__":
    unittest.main()
