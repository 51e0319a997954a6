from __future__ import annotations

import base64
import collections
import datetime
import decimal
import enum
import functools
import importlib
import itertools
import operator
import pathlib
import pickle
import re
import sys
import types
import unittest
import unittest.mock

from repository.trace.expression import NotWritable, Writer, alias
from repository.trace.function_source import source_of


class Colour(enum.Enum):
    RED = 1


class Node:
    def __init__(self, name):
        self.name, self.next = name, None


class Slotted:
    __slots__ = ("left", "right")

    def __init__(self, left):
        self.left = left


def again(value, importable=lambda module: True, **options):
    """The value that its expression makes."""
    writer = Writer(importable, source_of=source_of, **options)
    text = writer.write(value)
    space = {alias(name): importlib.import_module(name) for name in writer.modules}
    space["load"] = lambda key: pickle.loads(base64.b64decode(writer.blobs[key]))
    for helper in writer.helpers.values():
        exec(helper, space)
    return eval(text, space)


class AValueAsAnExpression(unittest.TestCase):
    def test_plain_values_come_back_equal_and_of_the_same_type(self):
        for value in (None, True, -3, 10**30, 2.5, 1 + 2j, "a\n\u00e9", b"\x00", [1, (2,), ()], {"a": {1, 2}}, frozenset(), set(), range(3), slice(1, None), bytearray(b"x"),
                      datetime.datetime(2020, 1, 2, tzinfo=datetime.timezone.utc), datetime.timedelta(1), decimal.Decimal("1.10"), pathlib.PurePosixPath("a/b"), Colour.RED,
                      collections.OrderedDict(a=1), collections.Counter("aab"), collections.deque([1], 3), collections.defaultdict(list, a=[1]), list(range(500)),
                      types.SimpleNamespace(a=1), operator.add, str.upper, len, dict.fromkeys, re.compile("a", re.I), dict, itertools.chain):
            with self.subTest(value=value):
                made = again(value)
                self.assertEqual((type(made), made), (type(value), value))

    def test_numbers_that_equal_nothing_or_are_endless_are_written(self):
        self.assertNotEqual(again(float("nan")), 0)
        self.assertEqual(again([float("inf"), float("-inf")]), [float("inf"), float("-inf")])
        self.assertEqual(str(again(complex(float("nan"), -0.0))), "(nan-0j)")

    def test_an_instance_comes_back_by_its_state(self):
        node = Node("a")
        node.next = Node("b")
        self.assertEqual(again(node).next.name, "b")
        made = again(Slotted(3))
        self.assertEqual((made.left, hasattr(made, "right")), (3, False))

    def test_objects_that_point_at_each_other_are_tied_again(self):
        node, other = Node("a"), Node(lambda x: x)
        node.next, other.next = [other], node
        made = again(node)
        self.assertIs(made.next[0].next, made)
        self.assertEqual(made.next[0].name(3), 3)

    def test_a_list_within_itself_goes_by_pickle(self):
        value = [1]
        value.append(value)
        made = again(value)
        self.assertIs(made[1], made)

    def test_a_mock_that_is_only_called_becomes_a_function(self):
        self.assertEqual(again([unittest.mock.Mock(return_value=3), unittest.mock.Mock()])[0]("any"), 3)
        with self.assertRaises(NotWritable):
            again(unittest.mock.Mock(side_effect=[1]))

    def test_lambdas_and_inner_functions_come_with_what_they_close_over(self):
        step, seen = 3, [1, 2]

        def inner(x, times=2):
            return x * times + step + len(seen)
        self.assertEqual(again(inner)(4), inner(4))
        pair = (lambda x: x + step, lambda x: x - step)
        self.assertEqual([each(1) for each in again(list(pair))], [4, -2])
        self.assertEqual(again(functools.partial(inner, times=5))(2), 15)

    def test_a_class_that_only_a_test_defines_comes_by_its_text(self):
        class Local:
            def __init__(self, x):
                self.x = x

            def twice(self):
                return self.x * 2
        made = again([Local(4), Local(5)], importable=lambda module: module != __name__)
        self.assertEqual([each.twice() for each in made], [8, 10])
        self.assertIs(type(made[0]), type(made[1]))

    def test_an_iterator_of_a_list_is_written_without_being_used_up(self):
        values = iter([1, 2, 3])
        next(values)
        self.assertEqual(list(again(values)), [2, 3])
        self.assertEqual(list(values), [2, 3])

    def test_what_cannot_be_made_again_is_refused_with_a_reason(self):
        def own():
            yield 1
        for value, reason in ((own(), "unknown-object"), (sys._getframe(), "unknown-object"), ("x" * 50_000, "too-big"), (list(range(0, 99_999, 2)), "too-big"), ("/place/x", "place"), (open, None)):
            with self.subTest(value=repr(value)[:30]):
                writer = Writer(lambda module: True, places=["/place"])
                if reason is None:
                    writer.write(value)
                else:
                    with self.assertRaises(NotWritable) as caught:
                        writer.write(value)
                    self.assertEqual(caught.exception.args[0], reason)

    def test_depth_that_would_exhaust_the_stack_is_refused(self):
        value = []
        for _ in range(50_000):
            value = [value]
        with self.assertRaises(NotWritable):
            Writer(lambda module: True).write(value)
        while value:
            value = value[0]

    def test_a_pickle_may_only_name_what_the_case_can_import(self):
        value = [Node("a")]
        value.append(value)
        with self.assertRaises(NotWritable):
            Writer(lambda module: module != __name__).write(value)

    def test_the_same_set_gives_the_same_text(self):
        self.assertEqual(Writer(lambda module: True).write({"b", "a", "c"}), "{'a', 'b', 'c'}")


if __name__ == "__main__":
    unittest.main()
