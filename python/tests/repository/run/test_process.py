"""What a case writes is checked for its shape: nothing that it says can break who reads it."""
from __future__ import annotations

import json
import unittest

from repository.run.limits import LIMITS, chosen
from repository.run.process import parsed
from tests.repository.run.running import Project, prepared, run

GOOD = {"calls": [], "observations": [], "end": {"kind": "finished"}}


class ProcessTest(unittest.TestCase):
    def test_a_record_keeps_its_own_parts_and_nothing_else(self):
        self.assertEqual(parsed(json.dumps({**GOOD, "case": "other", "passed": True, "trace": 1}).encode(), False), GOOD)
        self.assertEqual(parsed(json.dumps({**GOOD, "trace": 1}).encode(), True), {**GOOD, "trace": 1})

    def test_what_is_no_record_is_none(self):
        wrong = [b"", b"[]", b"{}", b"\xff", json.dumps({**GOOD, "end": {"kind": "passed"}}).encode(), json.dumps({**GOOD, "calls": {}}).encode(),
                 json.dumps(GOOD).replace("[]", "[NaN]", 1).encode(), json.dumps(GOOD).replace("[]", "[1e999]", 1).encode(),
                 json.dumps(GOOD).replace("[]", "[" + "1" * 10**6 + "]", 1).encode(), json.dumps(GOOD).replace("[]", "[" * 700 + "]" * 700, 1).encode(),
                 b"[" * 10**6, (json.dumps(GOOD) + json.dumps(GOOD)).encode()]
        for data in wrong:
            with self.subTest(data[:60]):
                self.assertIsNone(parsed(data, True))

    def test_limits_and_cases_that_are_none_are_refused(self):
        for given in ({"seconds": 1}, {"wallSeconds": 0}, {"wallSeconds": "1"}, {"wallSeconds": True}):
            with self.subTest(given), self.assertRaises(ValueError):
                chosen(LIMITS, given)
        with self.assertRaises(ValueError):
            run("/nowhere", {"cases": ["a"], "target": "", "module": "m", "qualname": "f", "source": ""}, cases=["b"])

    def test_a_trace_is_begun_and_ended_around_each_case_and_told(self):
        files = {"m.py": "def f(x): return x\n", "tools/watcher.py": "def watch(argument, path):\n    def begin(target):\n        return lambda: [argument, target.__name__, 'watcher' in __name__]\n    return begin\n"}
        harness = prepared("m", "f", "def case_0(): fut(1)\ndef case_1(): fut(2)", "m.py")["prepared"]
        with Project(files) as project:
            told, final = run(project, harness, roots={"project": project, "tools": f"{project}/tools"}, trace={"module": "watcher", "function": "watch", "argument": 7})
            self.assertEqual([record["trace"] for record in told.values()], [[7, "f", True]] * 2, final)

    def test_functions_within_functions_are_seen_by_the_one_around_them(self):
        harness = prepared("m", "outer.<locals>.inner", "def case_0(): assert outer(2)(3) == 6", "m.py")["prepared"]
        with Project({"m.py": "def outer(n):\n    def inner(x):\n        return x * n\n    return inner\n"}) as project:
            told, _ = run(project, harness)
            self.assertEqual([call["outcome"]["value"] for call in told["case_0"]["calls"]], [{"opaque": "builtins:function"}, 6])


if __name__ == "__main__":
    unittest.main()
