"""Which tried cases are kept."""
from __future__ import annotations

import unittest

from repository.generate import keep
from repository.generate.keep import Kept, refusal


def report(arcs=(), **more) -> dict:
    return {"end": "finished", "called": True, "size": "", "arcs": list(arcs), **more}


class Refusal(unittest.TestCase):
    def test_each_useless_case_has_a_reason(self):
        raised = {"end": "raised", "error": "TypeError"}
        for given, why in (
            (None, "lost"),
            (report(end="prelude"), "prelude"),
            (report(end="slow", called=False), "slow"),
            (report(called=False), "not-called"),
            (report(**raised, deliberate=False), "incidental-TypeError"),
            (report(**raised, deliberate=True), None),
            (report(), None),
        ):
            self.assertEqual(refusal(given), why)

    def test_refused_cases_are_counted_by_reason(self):
        kept = Kept()
        self.assertEqual([kept.offer("k", {}, None), kept.offer("k", {}, report(called=False)), kept.offer("k", {}, None)], [False] * 3)
        self.assertEqual((kept.refused, kept.cases), ({"lost": 2, "not-called": 1}, []))


class Offer(unittest.TestCase):
    def fill(self, kept: Kept, count: int, arcs=((1, 2),), **more) -> int:
        return sum(kept.offer(str(at), {}, report(arcs, value=str(at), **more)) for at in range(count))

    def test_a_value_on_one_way_is_kept_twice(self):
        kept = Kept()
        self.assertEqual([kept.offer(str(at), {"n": at}, report([[1, 2]], value="v")) for at in range(3)], [True, True, False])
        self.assertEqual([case["n"] for case, _ in kept.cases], [0, 1])
        self.assertTrue(kept.offer("4", {}, report([[1, 3]], value="v")))

    def test_without_a_value_the_text_of_the_case_counts(self):
        kept = Kept()
        self.assertEqual([kept.offer("same", {}, report()) for _ in range(3)], [True, True, False])
        self.assertTrue(kept.offer("other", {}, report()))

    def test_of_one_kind_there_are_twelve_while_there_are_few_cases(self):
        self.assertEqual(self.fill(Kept(), 20), keep.PER_KEY_WHEN_FEW)

    def test_of_one_kind_there_are_four_when_there_are_many(self):
        kept = Kept()
        for at in range(keep.FEW):
            self.assertTrue(kept.offer(f"way {at}", {}, report([[at, at]])))
        self.assertEqual(self.fill(kept, 20, ((99, 99),)), keep.PER_KEY)

    def test_kinds_differ_by_size_and_by_error_and_a_way_is_kept_24_times(self):
        kept = Kept()
        self.assertEqual(self.fill(kept, 20, size="a"), 12)
        self.assertEqual(sum(kept.offer(f"b{at}", {}, report([(1, 2)], value=f"b{at}", size="b")) for at in range(11)), 11)
        raised = report([(1, 2)], end="raised", error="E", deliberate=True)
        self.assertEqual([kept.offer(f"c{at}", {}, raised) for at in range(2)], [True, False])
        self.assertEqual(len(kept.cases), keep.PER_WAY)

    def test_wanted_lines_are_kept_three_times_as_often(self):
        kept = Kept([2])
        self.assertEqual([kept.offer(str(at), {}, report([[1, 2]], value="v")) for at in range(7)], [True] * 6 + [False])
        self.assertEqual([kept.offer(str(at), {}, report([[3, 4]], value="v")) for at in range(3)], [True, True, False])

    def test_beyond_the_most_only_new_ways_are_kept(self):
        kept = Kept()
        for at in range(keep.MOST):
            self.assertTrue(kept.offer(f"{at}", {}, report([[at, at]])))
        self.assertFalse(kept.offer("known way", {}, report([[0, 0]])))
        self.assertTrue(kept.offer("new way", {}, report([[500, 500]])))


if __name__ == "__main__":
    unittest.main()
