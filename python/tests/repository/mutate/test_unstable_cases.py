"""A case that turns out to be unstable after it has noticed mutants: what it noticed does not stand."""
from __future__ import annotations

import unittest
from unittest import mock

from repository import mutate_function

SOURCE = "def f(a, b):\n" + "".join(f"    a = a + b * {n}\n" for n in range(12)) + "    return a\n"


class UnstableCases(unittest.TestCase):
    def test_kills_of_a_case_found_out_later_are_run_again_without_it(self):
        asked = []

        def run(request, say):
            expected, names = sorted(request["stopAtFirstDifference"]), [one["name"] for one in request["variants"][1:]]
            asked.append((expected, names))
            # From its second import on, the unchanged definition differs in case_0.
            unchanged = ["case_0"] if len(asked) == 2 else []
            by = expected[:1]
            variants = [{"name": "unchanged", "how": "fresh", "differed": unchanged}]
            return {"import": {"ok": True}, "variants": variants + [{"name": name, "how": "exchanged", "differed": by} for name in names]}

        request = {"action": "run", "definition": {"source": SOURCE, "module": "m", "file": "m.py", "first": 1, "last": 14}, "harness": {}, "roots": {},
                   "expected": {"case_0": {}, "case_1": {}}}
        with mock.patch.object(mutate_function.run_cases, "answer", run):
            final = mutate_function.answer(request, lambda one: None)
        self.assertGreater(len(asked), 3)
        self.assertEqual((final["unstable"], {tuple(one["by"]) for one in final["mutants"]}), (["case_0"], {("case_1",)}))


if __name__ == "__main__":
    unittest.main()
