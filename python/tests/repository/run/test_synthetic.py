"""Functions of the synthetic repositories: two runs of the same harness tell the same, and what they tell is what happened."""
from __future__ import annotations

import os
import unittest

from tests.repository.needed import SYNTHETIC, slow, with_synthetic
from tests.repository.run.running import compared, prepared, run

HARNESSES = {
    ("identity", "identity", "Point.moved"): "import identity as m\ndef case_0(): m.Point(1, 2).moved(1, 1)\ndef case_1(): observe(m.Point(1, 2).moved(1, 1) == m.Point(2, 3))",
    ("identity", "identity", "Loud.area"): "import identity as m\ndef case_0(): m.Loud(2).area(3)\ndef case_1(): m.Loud(2).area()",
    ("identity", "identity", "double"): "def case_0(): fut(2)\ndef case_1(): fut('a')",
    ("identity", "identity", "is_square"): "from identity.shapes import Square\ndef case_0(): fut(Square(1))\ndef case_1(): fut(1)",
    ("identity", "identity", "middle"): "from identity import Point\ndef case_0(): fut(Point(1, 2), Point(3, 5))",
    ("identity", "identity", "other"): "from identity import Colour\ndef case_0(): observe(fut(Colour.RED) is Colour.BLUE)",
    ("identity", "identity", "through_pickle"): "from identity import Point\ndef case_0(): observe(fut(Point(1, 2)) == Point(1, 2))",
    ("identity", "identity", "where"): "from identity import Point\ndef case_0(): fut(Point(1, 2))",
    ("identity", "identity", "call_registered"): "def case_0(): fut('double', 4)\ndef case_1(): fut('none')",
    ("identity", "identity.shapes", "register"): "@fut('other')\ndef g(x): return x\ndef case_0(): fut('double')(len)\ndef case_1(): fut('new')(len)([1])",
    ("state", "state", "take_last"): "def case_0():\n    items = [1, 2]\n    fut(items)\ndef case_1(): fut([], 0)",
    ("state", "state", "tally"): "def case_0(): fut('x'); fut('x')\ndef case_1(): fut('x')",
    ("state", "state", "next_number"): "def case_0(): fut(2); fut(3)\ndef case_1(): fut(4)",
    ("state", "state", "fibonacci"): "def case_0(): fut(30)",
    ("state", "state", "first_seen"): "def case_0(): fut('k', 1); fut('k', 2)",
    ("state", "state", "setting"): "def case_0(): fut('FIXTURE', 'here')",
    ("state", "state", "note"): "import tempfile, os\ndef case_0(): fut(os.getcwd(), 'ab'); fut('.', 'c')\ndef case_1():\n    with tempfile.TemporaryDirectory() as f: fut(f, 'a')",
    ("state", "state", "shuffled"): "import random\ndef case_0(): fut('abc', 1); observe(random.random())",
    ("state", "state", "age"): "import time\ndef case_0(): fut(time.time() - 86400 * 3 - 60)",
    ("values", "values", "ratio"): "def case_0(): fut(0, 0)\ndef case_1(): fut(-1, 0)\ndef case_2(): fut(1, 2)",
    ("values", "values", "negated"): "def case_0(): fut(0)",
    ("values", "values", "evens"): "def case_0(): observe(list(fut(5)))\ndef case_1(): fut(8)",
    ("values", "values", "forever"): "def case_0(): fut(1)\ndef case_1(): observe(next(fut(3)))",
    ("values", "values", "ring"): "def case_0(): fut(2)",
    ("values", "values", "wrapped"): "def case_0(): fut(1)",
    ("values", "values", "agreeable"): "def case_0(): fut(1)",
    ("values", "values", "blob"): "def case_0(): fut(1000)\ndef case_1(): fut(1000000)",
    ("values", "values", "spread"): "def case_0(): fut([1, 2, 2, 'a', 'b', 'c'])",
    ("values", "values", "refuse"): "def case_0(): fut('x')",
    ("values", "values", "day"): "def case_0(): fut(60)",
    ("kinds", "kinds", "later"): "import asyncio\ndef case_0(): asyncio.run(fut(1))\nasync def case_1(): observe(await fut(2))\ndef case_2(): fut(3)",
    ("kinds", "kinds", "countdown"): "def case_0(): fut(3)\ndef case_1(): next(fut(3))",
    ("kinds", "kinds", "ticks"): "import asyncio\nasync def collect(): return [i async for i in fut(3)]\ndef case_0(): observe(asyncio.run(collect()))\ndef case_1(): fut(4)",
    ("kinds", "kinds", "outer"): "def case_0(): fut(2)(3)",
    ("kinds", "kinds", "conditional"): "def case_0(): fut(2)",
    ("kinds", "kinds", "only_in_branches"): "def case_0(): fut(2)\ndef case_1(): fut(3)",
    ("kinds", "kinds", "tricky_header"): "def case_0(): fut(1, k=2)",
    ("kinds", "kinds", "twice"): "def case_0(): fut('a')",
    ("kinds", "kinds", "appended"): "def case_0():\n    items = [1]\n    with fut(items, 2) as inside: observe(inside)\n    observe(items)",
    ("kinds", "kinds", "ghost"): "def case_0(): fut(1)",
    ("kinds", "kinds", "sibling"): "def case_0(): fut(1)",
    ("kinds", "kinds", "Outer.static"): "def case_0(): Outer.static(3)\ndef case_1(): Outer(1).static(3)",
    ("kinds", "kinds", "Outer.make"): "def case_0(): Outer.make('4')\ndef case_1(): Outer.make('x')",
    ("kinds", "kinds", "Outer.half"): "def case_0(): observe(Outer(4).half)\ndef case_1():\n    o = Outer(1)\n    o.half = 5",
    ("kinds", "kinds", "Outer.use"): "def case_0(): Outer(4).use(1)",
    ("kinds", "kinds", "Outer.__mangled"): "def case_0(): Outer(4)._Outer__mangled(1)",
    ("kinds", "kinds", "Outer.wait"): "import asyncio\ndef case_0(): asyncio.run(Outer(4).wait(1))",
    ("kinds", "kinds", "Outer.__init__"): "def case_0(): Outer(4)",
    ("kinds", "kinds", "Outer.Inner.deep"): "def case_0(): Outer.Inner().deep(2)",
    ("typing-only", "typing_only", "clamp"): "def case_0(): fut(1, 0, 10)\ndef case_1(): fut(1, 2, 0)",
    ("import-cycle", "import_cycle", "clamp"): "def case_0(): fut(1, 0, 10)",
    ("import-cycle", "import_cycle.b", "span"): "def case_0(): fut(5)",
}
FLAKY = {
    "roll": "def case_0(): fut(6)", "stamp": "def case_0(): fut('a')", "in_set_order": "def case_0(): fut(['a', 'b', 'cc', 'd'])",
    "shown": "def case_0(): fut(1)", "owner": "def case_0(): fut('me')", "raced": "def case_0(): fut(list(range(20)))",
}


@slow
@with_synthetic
class SyntheticTest(unittest.TestCase):
    def test_two_runs_of_a_harness_tell_the_same_and_every_case_has_a_call(self):
        for (repository, module, qualname), source in HARNESSES.items():
            with self.subTest(repository, function=qualname):
                harness = prepared(module, qualname, source)["prepared"]
                first, final = run(os.path.join(SYNTHETIC, repository), harness, hashSeed=1)
                self.assertTrue(final["import"]["ok"], final)
                second, _ = run(os.path.join(SYNTHETIC, repository), harness, hashSeed=2)
                for name, record in first.items():
                    self.assertEqual(compared(record), compared(second[name]))
                    self.assertTrue(record["calls"], record)
                    self.assertNotIn({"unfinished": True}, [call["outcome"] for call in record["calls"]])

    def outcomes(self, repository, module, qualname):
        harness = prepared(module, qualname, HARNESSES[repository, module, qualname])["prepared"]
        return run(os.path.join(SYNTHETIC, repository), harness)[0]

    def test_what_is_told_is_what_happened(self):
        last = self.outcomes("state", "state", "take_last")["case_0"]
        self.assertEqual(last["calls"], [{"outcome": {"value": 2}, "arguments": [{"index": 0, "after": [1]}]}])
        tally = self.outcomes("state", "state", "tally")
        self.assertEqual([[call["outcome"]["value"] for call in tally[name]["calls"]] for name in ("case_0", "case_1")], [[1, 2], [1]])
        self.assertEqual(self.outcomes("state", "state", "setting")["case_0"]["environment"], {"FIXTURE": "here"})
        self.assertEqual(list(self.outcomes("state", "state", "note")["case_0"]["files"]), ["notes.txt"])
        self.assertEqual(self.outcomes("values", "values", "ring")["case_0"]["calls"][0]["outcome"], {"value": [0, 1, {"up": 1}]})
        self.assertEqual(self.outcomes("values", "values", "agreeable")["case_0"]["calls"][0]["outcome"]["value"], {"o": ["values:AlwaysEqual", {"d": [["value", 1]]}]})
        refused = self.outcomes("values", "values", "refuse")["case_0"]
        self.assertEqual((refused["end"]["kind"], refused["end"]["error"]["type"]), ("raised", "builtins:KeyError"))
        self.assertEqual(refused["calls"][0]["outcome"]["raises"]["message"], '"\'x\' at 0x…"')
        self.assertEqual(self.outcomes("values", "values", "evens")["case_0"]["calls"][0]["outcome"]["value"], {"it": {"items": [0, 2, 4], "more": False}})
        endless = self.outcomes("values", "values", "forever")["case_0"]["calls"][0]["outcome"]["value"]["it"]
        self.assertEqual((len(endless["items"]), endless["items"][-1]["digest"][:2], endless["more"]), (201, ["items", 1_800], True))
        for name, items in (("countdown", [3, 2, 1]), ("ticks", [0, 1, 2])):
            self.assertEqual(self.outcomes("kinds", "kinds", name)["case_0"]["calls"][0]["outcome"]["value"]["it"]["items"], items)
        self.assertEqual([case["calls"][0]["outcome"] for case in self.outcomes("kinds", "kinds", "later").values()], [{"value": 2}, {"value": 3}, {"value": 4}])
        outer = self.outcomes("kinds", "kinds", "outer")["case_0"]["calls"]
        self.assertEqual(outer, [{"outcome": {"value": {"opaque": "builtins:function"}}, "arguments": []}, {"outcome": {"value": 6}, "arguments": [], "of": 0}])
        half = self.outcomes("kinds", "kinds", "Outer.half")
        self.assertEqual(half["case_0"]["calls"][0]["outcome"], {"value": {"f": "2.0"}})
        self.assertEqual(half["case_1"]["calls"][0]["arguments"], [{"name": "self", "after": {"o": ["kinds:Outer", {"d": [["value", 10]]}]}}])

    def test_functions_that_are_flaky_are_seen_to_be(self):
        for name, source in FLAKY.items():
            with self.subTest(name):
                harness = prepared("flaky", name, source)["prepared"]
                told = [compared(run(os.path.join(SYNTHETIC, "flaky"), harness, hashSeed=seed, seed=seed)[0]["case_0"]) for seed in (1, 2, 3)]
                self.assertGreater(len(set(told)), 1)

    def test_a_clock_with_a_start_is_the_same_at_every_run_and_shifts_with_the_request(self):
        harness = prepared("flaky", "stamp", "import datetime, time, asyncio\ndef case_0():\n    fut('a')\n    time.sleep(1000)\n    observe(datetime.datetime.now())\n    asyncio.run(asyncio.sleep(0.01))")["prepared"]
        project = os.path.join(SYNTHETIC, "flaky")
        told = [run(project, harness, clock={"start": 86400, "shift": shift})[0]["case_0"] for shift in (0, 0, 5)]
        self.assertEqual(compared(told[0]), compared(told[1]))
        self.assertNotEqual(compared(told[0]), compared(told[2]))
        self.assertEqual(told[0]["calls"][0]["outcome"]["value"], "a-86400000000000")
        self.assertEqual(told[0]["end"]["kind"], "finished")
        self.assertLess(told[0]["feedback"]["seconds"], 1)


if __name__ == "__main__":
    unittest.main()
