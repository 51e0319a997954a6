"""Which cases are flaky, and why: the step from records to the next runs."""
from __future__ import annotations

import unittest

from repository import rerun_cases
from repository.measure.reruns import FACTORS, RERUNS, changes_of, in_order, next_step


def record(value, kind="finished"):
    return {"case": "c", "calls": [{"outcome": {"value": value}}], "observations": [], "end": {"kind": kind}, "feedback": {"seconds": 0.1}}


def play(function, cases=("c",)):
    """`function(case, what a rerun varies, what it holds, number of the run)` gives the value; all steps until nothing is asked."""
    expected = {case: record(function(case, [], [], 0)) for case in cases}
    done, runs = [], 0
    for _ in range(20):
        step = next_step(expected, done)
        if not step["next"]:
            return step, runs
        for rerun in step["next"]:
            runs += 1
            varied = [*rerun["vary"], *(["hash-seed"] if "hashSeed" in rerun.get("also", {}) else [])]
            records = {}
            for case in rerun.get("cases", cases):
                value = function(case, varied, rerun.get("hold", []), runs)
                records[case] = value if isinstance(value, dict) else record(value)
            done = [{**rerun, "records": records}, *done]
    raise AssertionError("it never ends")


class RerunCasesTest(unittest.TestCase):
    def test_that_the_project_was_not_imported_once_is_not_forgotten_when_more_of_a_rerun_is_done(self):
        for order in ((False, True), (True, False)):
            with self.subTest(order):
                failed, well = {"name": "a", "vary": [], "cases": ["x"], "records": {}, "import": {"ok": False}}, {"name": "a", "vary": [], "cases": ["y"], "records": {"y": record(1)}}
                first, second = (well if one else failed for one in order)
                done = [first]
                merged = rerun_cases._merged(done, second)
                self.assertEqual((done, merged["import"], set(merged["cases"]), merged["records"]), ([], {"ok": False}, {"x", "y"}, {"y": record(1)}))


class NextStepTest(unittest.TestCase):
    def cause(self, function):
        step, _ = play(function)
        return step["flaky"].get("c", {}).get("causes")

    def test_a_steady_case_is_run_five_times_and_kept(self):
        step, runs = play(lambda *_: 1)
        self.assertEqual((step["flaky"], step["drop"], step["keep"], runs), ({}, [], ["c"], 5))

    def test_what_is_varied_alone_is_the_cause(self):
        for factor in FACTORS:
            with self.subTest(factor):
                self.assertEqual(self.cause(lambda case, vary, hold, run: factor in vary), [factor])

    def test_two_causes_are_told(self):
        step, _ = play(lambda case, vary, hold, run: [name in vary for name in ("hash-seed", "time-zone")])
        self.assertEqual(step["flaky"]["c"]["causes"], ["hash-seed", "time-zone"])

    def test_what_is_held_still_is_the_cause_of_what_differs_by_itself(self):
        for factor in ("process", "scheduling", "speed", "clock", "directory-order"):
            with self.subTest(factor):
                self.assertEqual(self.cause(lambda case, vary, hold, run: 0 if factor in hold else run), [factor])

    def test_random_numbers_that_only_decide_who_is_first_are_scheduling(self):
        self.assertEqual(self.cause(lambda case, vary, hold, run: "scheduling" not in hold and "randomness" in vary), ["scheduling"])

    def test_a_race_that_comes_out_alike_by_chance_where_nothing_is_varied_is_scheduling_alone(self):
        self.assertEqual(self.cause(lambda case, vary, hold, run: 0 if "scheduling" in hold or not vary else run), ["scheduling"])

    def test_what_differs_with_threads_held_is_told_beside_scheduling(self):
        step, _ = play(lambda case, vary, hold, run: ["hash-seed" in vary, "scheduling" in vary and "scheduling" not in hold])
        self.assertEqual(step["flaky"]["c"]["causes"], ["hash-seed", "scheduling"])

    def test_addresses_are_told_without_further_runs(self):
        step, runs = play(lambda case, vary, hold, run: f"<X object at 0x7f00000{run:04x}>")
        self.assertEqual((step["flaky"]["c"]["causes"], runs), (["memory-address"], 5))

    def test_what_nothing_explains_is_unknown_and_dropped(self):
        step, _ = play(lambda case, vary, hold, run: run)
        self.assertEqual((step["flaky"]["c"]["causes"], step["drop"]), (["unknown"], ["c"]))
        self.assertEqual(self.cause(lambda case, vary, hold, run: {"hash-seed", "randomness"} <= set(vary)), ["unknown"])

    def test_a_run_cut_short_explains_nothing(self):
        def function(case, vary, hold, run):
            return record(0, "timed-out") if "scheduling" in hold else run

        self.assertEqual(self.cause(function), ["unknown"])

    def test_only_flaky_cases_are_run_further(self):
        asked = []

        def function(case, vary, hold, run):
            asked.append((case, tuple(vary)))
            return case == "bad" and "randomness" in vary

        step, _ = play(function, ("good", "bad"))
        self.assertEqual((step["drop"], step["keep"]), (["bad"], ["good"]))
        self.assertNotIn(("good", ("randomness",)), asked)

    def test_a_case_that_tells_nothing_has_differed(self):
        done = [{"name": rerun["name"], "vary": rerun["vary"], "records": {}} for rerun in RERUNS]
        self.assertEqual(next_step({"c": record(1)}, done)["drop"], ["c"])

    def test_every_factor_is_varied_in_some_rerun(self):
        self.assertEqual(len(RERUNS), 5)
        self.assertEqual(set(FACTORS), {factor for rerun in RERUNS for factor in rerun["vary"]})
        changed = changes_of(RERUNS[2])
        self.assertEqual(changed["environment"]["LC_ALL"], "C")
        self.assertIn("TZ", changed["environment"])
        self.assertEqual(in_order(["a", "b"], "reversed"), ["b", "a"])
        self.assertEqual(sorted(in_order(list("abcdef"), "shuffled")), list("abcdef"))


if __name__ == "__main__":
    unittest.main()
