"""Calls of results that are functions."""
from __future__ import annotations

import copy
import unittest

from repository.generate.follow_up import HABITS, with_calls


def needs(module: str) -> dict:
    return {"modules": [module], "helpers": {"h": module}, "blobs": {"b": module}}


def case(module: str, *then) -> dict:
    return {"call": {"receiver": None, "arguments": [], "keywords": {}, "then": list(then)}, "needs": needs(module)}


def call(*arguments) -> dict:
    return {"receiver": None, "arguments": list(arguments), "keywords": {}, "then": []}


class FollowUp(unittest.TestCase):
    def test_what_neighbours_called_comes_first_with_what_it_needs(self):
        made = with_calls(case("own"), [case("a"), case("b", call("7"))])
        self.assertEqual(made[0]["call"]["then"], [call("7")])
        self.assertEqual(made[0]["needs"], {"modules": ["b", "own"], "helpers": {"h": "own"}, "blobs": {"b": "b"}})

    def test_habits_come_then_and_need_nothing_more(self):
        made = with_calls(case("own"), [])
        self.assertEqual([one["call"]["then"][0]["arguments"] for one in made], [list(arguments) for arguments in HABITS])
        self.assertTrue(all(one["needs"] == needs("own") for one in made))

    def test_at_most_twelve_calls_of_neighbours_are_made(self):
        others = [case("a", *[call(str(at)) for at in range(100, 120)])]
        self.assertEqual(len(with_calls(case("own"), others)), 12 + len(HABITS))

    def test_the_result_of_a_decorator_is_called_as_well(self):
        deeper = {tuple(one["call"]["then"][0]["arguments"]): one["call"]["then"][0]["then"] for one in with_calls(case("own"), [])}
        self.assertEqual(deeper[("(lambda x: x)",)], [call("1"), call("1", "2")])
        self.assertEqual(deeper[("1",)], [])

    def test_the_case_and_its_neighbours_stay_as_they_are(self):
        own, others = case("own"), [case("b", call("(lambda x: x)"))]
        before = copy.deepcopy((own, others))
        with_calls(own, others)
        self.assertEqual((own, others), before)


if __name__ == "__main__":
    unittest.main()
