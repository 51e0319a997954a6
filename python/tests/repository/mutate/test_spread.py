"""Which of many mutants are run."""
from __future__ import annotations

import unittest

from repository.mutate.spread import _by_halves, spread


def every(candidate) -> bool:
    del candidate
    return True


class Spread(unittest.TestCase):
    def test_there_are_as_many_as_allowed_in_the_order_of_the_text(self):
        candidates = [("a", line) for line in range(1, 9)]
        self.assertEqual(spread(candidates, 0, every), [])
        self.assertEqual(spread(candidates, 2, every), [("a", 1), ("a", 5)])
        self.assertEqual(spread(candidates, 4, every), [("a", 1), ("a", 3), ("a", 5), ("a", 7)])
        self.assertEqual(spread(candidates, 99, every), candidates)

    def test_the_operator_chosen_least_comes_next_and_equal_ones_by_name(self):
        candidates = [("b", 1), ("b", 2), ("b", 3), ("a", 4), ("c", 5)]
        self.assertEqual(spread(candidates, 1, every), [("a", 4)])
        self.assertEqual(spread(candidates, 3, every), [("b", 1), ("a", 4), ("c", 5)])
        self.assertEqual(spread(candidates, 4, every), [("b", 1), ("b", 2), ("a", 4), ("c", 5)])

    def test_of_an_operator_the_line_chosen_least_comes_next(self):
        candidates = [("a", 1), ("b", 1), ("b", 2)]
        self.assertEqual(spread(candidates, 2, every), [("a", 1), ("b", 2)])

    def test_what_is_not_let_in_takes_no_place_and_is_asked_for_once(self):
        candidates = [("a", 1), ("a", 2), ("b", 1), ("b", 3)]
        asked = []

        def accept(candidate) -> bool:
            asked.append(candidate)
            return candidate[0] == "b"

        self.assertEqual(spread(candidates, 2, accept), [("b", 1), ("b", 3)])
        self.assertEqual(len(asked), len(set(asked)))

    def test_nobody_is_asked_of_those_whose_turn_does_not_come(self):
        asked = []

        def accept(candidate) -> bool:
            asked.append(candidate)
            return True

        spread([("a", line) for line in range(9)], 1, accept)
        self.assertEqual(asked, [("a", 0)])

    def test_every_beginning_of_the_order_is_spread_over_the_whole(self):
        self.assertEqual(_by_halves(list(range(8))), [0, 4, 2, 6, 1, 3, 5, 7])
        self.assertEqual(_by_halves([7]), [7])
        self.assertEqual(sorted(_by_halves(list(range(5)))), list(range(5)))


if __name__ == "__main__":
    unittest.main()
