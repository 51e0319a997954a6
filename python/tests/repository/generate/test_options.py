from __future__ import annotations

import random
import types
import unittest

from repository.generate.options import MOST, options
from repository.generate.variation import Pools, vary

NOTHING = {"modules": [], "helpers": {}, "blobs": {}}


def parameter(name: str, default=None, kind: str = "positional") -> dict:
    return {"name": name, "kind": kind, "annotation": None, "default": default}


def context_of(parameters: list, seen: dict):
    return types.SimpleNamespace(pools=Pools({"kind": "function", "parameters": parameters}, [], seen, {}))


def kept(arguments: list, end: str = "finished", arcs=((1, 2),)) -> tuple:
    call = {"receiver": None, "arguments": arguments, "keywords": {}, "then": []}
    return {"call": call, "needs": NOTHING, "origin": "trace", "from": "test_it"}, {"end": end, "arcs": [list(arc) for arc in arcs]}


class OptionsTest(unittest.TestCase):
    def test_gives_each_optional_argument_another_value_than_its_default(self):
        context = context_of([parameter("text"), parameter("strict", "False"), parameter("width", "7", "keyword-only")], {})
        made = options(context, [kept(["'a'"])], {})
        given = [case["call"]["keywords"] for case in made]
        self.assertIn({"strict": "True"}, given)
        self.assertIn({"width": "8"}, given)
        self.assertNotIn({"strict": "False"}, given)
        self.assertTrue(all(case["call"]["arguments"] == ["'a'"] for case in made))

    def test_replaces_an_argument_that_is_given_by_its_place(self):
        context = context_of([parameter("text"), parameter("strict", "False")], {})
        other, unsaid = options(context, [kept(["'a'", "False"])], {})
        self.assertEqual(other["call"], {"receiver": None, "arguments": ["'a'", "True"], "keywords": {}, "then": []})
        self.assertEqual(unsaid["call"]["arguments"], ["'a'", "None"])

    def test_values_that_were_seen_have_their_turn_and_bring_what_they_need(self):
        seen = {"key": [("helper(1)", {"modules": ["re"], "helpers": {"helper": "..."}, "blobs": {}})]}
        made = options(context_of([parameter("text"), parameter("key", "None")], seen), [kept(["'a'"])], {})
        (with_helper,) = [case for case in made if case["call"]["keywords"]["key"] == "helper(1)"]
        self.assertEqual(with_helper["needs"]["modules"], ["re"])

    def test_a_seen_value_that_a_varied_call_takes_for_an_option_brings_what_it_needs(self):
        seen = {"key": [("helper(1)", {"modules": ["re"], "helpers": {"helper": "..."}, "blobs": {}})]}
        pools = context_of([parameter("text"), parameter("key", "None")], seen).pools
        made = [vary(kept(["'a'"])[0], pools, random.Random(seed)) for seed in range(60)]
        taken = [case["needs"]["modules"] for case in made if case and case["call"]["keywords"].get("key") == "helper(1)"]
        self.assertIn(["re"], taken)
        self.assertNotIn([], taken)

    def test_starts_from_calls_that_come_to_an_end_and_is_bounded(self):
        parameters = [parameter("text")] + [parameter("option_%d" % number, "None") for number in range(40)]
        self.assertEqual(options(context_of(parameters, {}), [kept(["'a'"], "raised")], {}), [])
        many = [kept([repr(number)], arcs=((1, number),)) for number in range(9)]
        self.assertEqual(len(options(context_of(parameters, {}), many, {})), MOST)


if __name__ == "__main__":
    unittest.main()
