"""The functions of the synthetic repository `flaky`: each is found out, and labelled with the cause that its docstring names."""
from __future__ import annotations

import os
import unittest

from tests.repository.needed import SYNTHETIC, TOOLS, slow, with_synthetic

ROOT = os.path.join(SYNTHETIC, "flaky")
FOLDER = "    import os\n    os.mkdir('d')\n    for name in 'zab':\n        open('d/' + name, 'w').close()\n"
CALLS = {
    "roll": ("roll(1000)", "randomness"),
    "stamp": ("stamp('a')", "clock"),
    "in_set_order": ("in_set_order(['a', 'b', 'c', 'd', 'e'])", "hash-seed"),
    "shown": ("shown(1)", "memory-address"),
    "owner": ("owner('me')", "process"),
    "raced": ("raced(list(range(12)))", "scheduling"),
    "listed": ("listed('d')", "directory-order"),
    "quick_enough": ("quick_enough(10)", "speed"),
}


@slow
@with_synthetic
class FlakyRepositoryTest(unittest.TestCase):
    def test_every_function_is_dropped_with_its_cause(self):
        from repository import rerun_cases, run_cases

        # One harness with a case for each: a rerun starts its processes once, and not once for each function.
        cases = [f"def case_{name}():\n{FOLDER if name == 'listed' else ''}    observe(flaky.{call})\n" for name, (call, _) in CALLS.items()]
        harness = {"target": "t", "module": "flaky", "qualname": "roll", "source": "import flaky\n" + "".join(cases)}
        prepared = run_cases.answer({"action": "prepare", "harness": harness}, print)["prepared"]
        request = {"roots": {"project": ROOT, "deps": ROOT}, "harness": prepared, "clock": {"start": 1_700_000_000}}
        if TOOLS:
            request["roots"]["tools"] = TOOLS
        records = {}
        run_cases.answer({**request, "action": "run"}, lambda one: records.__setitem__(one["case"], one))
        final = rerun_cases.answer({**request, "expected": records}, lambda one: None)
        self.assertEqual(final["keep"], [])
        causes = {case: flaky["causes"] for case, flaky in final["flaky"].items()}
        self.assertEqual(causes, {f"case_{name}": [cause] for name, (_, cause) in CALLS.items()})


if __name__ == "__main__":
    unittest.main()
