"""Values as trees: every kind, bounded, and never by the word of the value's own class where that can lie."""
from __future__ import annotations

import array
import collections
import dataclasses
import datetime
import decimal
import enum
import fractions
import functools
import io
import itertools
import json
import math
import pathlib
import re
import struct
import sys
import types
import typing
import unittest
import unittest.mock
import uuid

from repository.run.limits import BOUNDS
from repository.run.outcomes import Outcomes, canonical, found_name, name_of


@dataclasses.dataclass
class Point:
    x: int
    y: object


class Slots:
    __slots__ = ("a", "__b")

    def __init__(self):
        self.a, self.__b = 1, 2


class Colour(enum.Enum):
    RED = 1


class Hostile:
    """Lies about everything."""
    def __init__(self, value):
        object.__setattr__(self, "value", value)

    def __getattribute__(self, name):
        raise BaseException("no")

    __eq__ = __hash__ = __repr__ = __len__ = __iter__ = __bool__ = __reduce_ex__ = __reduce__ = __getstate__ = __class__ = property(lambda self: 1 / 0)


class Mine(list):
    def __iter__(self):
        return iter("lies")


def tree(value, **bounds):
    return Outcomes({**BOUNDS, **bounds}, "/tmp/here").tree(value)


class OutcomesTest(unittest.TestCase):
    def test_each_kind_has_its_own_tree(self):
        ring = [1]
        ring.append({"self": ring})
        here = "tests.repository.run.test_outcomes"
        pairs = [
            (None, None), (True, True), (1, 1), (2**53, {"i": str(2**53)}), (-1.5, {"f": "-1.5"}), (math.nan, {"f": "nan"}), (-0.0, {"f": "-0.0"}),
            (1j, {"c": ["0.0", "1.0"]}), ("é", "é"), ("\ud800", {"o": ["builtins:str", {"b": "7aCA"}]}), (b"a", {"b": "YQ=="}), ([1, [2]], [1, [2]]),
            ((1,), {"t": [1]}), ({2, 1}, {"s": [1, 2]}), (frozenset("a"), {"fs": ["a"]}), ({"b": 1, "a": 2}, {"d": [["b", 1], ["a", 2]]}),
            (Colour.RED, {"e": f"{here}:Colour.RED"}), (Point(1, 2), {"o": [f"{here}:Point", {"d": [["x", 1], ["y", 2]]}]}),
            (Slots(), {"o": [f"{here}:Slots", {"d": [["__b", 2], ["a", 1]]}]}), (Point, {"y": f"{here}:Point"}), (len, {"y": "builtins:len"}),
            (str.upper, {"y": "builtins:str.upper"}), (json, {"y": "json:"}), (lambda: 1, {"opaque": "builtins:function"}), (ring, [1, {"d": [["self", {"up": 2}]]}]),
            ([].append, {"fn": {"method": ["append", []]}}), (functools.partial(len, "a"), {"fn": {"partial": [{"y": "builtins:len"}, {"t": ["a"]}, {"d": []}]}}),
            (Mine([1]), {"o": [f"{here}:Mine", [[1], None]]}), (collections.Counter("aa"), {"o": ["collections:Counter", [{"d": [["a", 2]]}, None]]}),
            (pathlib.Path("/tmp/here/x"), {"o": ["pathlib:PosixPath", "<folder>/x"]}), ("at /tmp/here/x", "at <folder>/x"), ({}.keys(), {"o": ["builtins:dict_keys", [[]]]}),
            (io.StringIO("a"), {"o": ["_io:StringIO", ["a", 0]]}), (Ellipsis, {"y": "builtins:Ellipsis"}), (range(3), {"o": ["builtins:range", [0, 3, 1]]}),
        ]
        for value, expected in pairs:
            with self.subTest(repr(expected)):
                self.assertEqual(tree(value), expected)

    def test_values_of_the_library_that_differ_have_trees_that_differ(self):
        pairs = [
            (datetime.date(2024, 1, 1), datetime.date(2024, 1, 2)), (datetime.timedelta(1), datetime.timedelta(2)), (decimal.Decimal("1.0"), decimal.Decimal("1.00")),
            (fractions.Fraction(1, 3), fractions.Fraction(1, 2)), (uuid.UUID(int=1), uuid.UUID(int=2)), (re.compile("a"), re.compile("a", re.I)),
            (collections.deque([1]), collections.deque([1], 3)), (array.array("i", [1]), array.array("l", [1])), (slice(1), slice(2)), (ValueError("a"), ValueError("b")),
            (types.SimpleNamespace(a=1), types.SimpleNamespace(a=2)), (collections.OrderedDict(a=1), dict(a=1)), (1, True), (1, 1.0), ("1", 1), ((1,), [1]),
            (list[int] if hasattr(list, "__class_getitem__") else 1, 2), (b"a", bytearray(b"a")), (collections.defaultdict(int), collections.defaultdict(list)),
            (datetime.datetime(2024, 1, 1), datetime.datetime(2024, 1, 1, tzinfo=datetime.timezone.utc)), (io.BytesIO(b"a"), io.BytesIO(b"b")),
        ]
        for one, other in pairs:
            with self.subTest(repr(one)):
                self.assertNotEqual(canonical(tree(one)), canonical(tree(other)))
                self.assertNotIn("opaque", canonical(tree(one)))

    def test_large_and_deep_values_are_told_by_digests_that_tell_them_apart(self):
        deep = []
        for _ in range(50_000):
            deep = [deep]
        other = [1]
        for _ in range(50_000):
            other = [other]
        for one, two, kind in ((deep, other, "tree"), (list(range(10**5)), list(range(1, 10**5 + 1)), "tree"), ("a" * 10**5, "b" * 10**5, "str"),
                               (b"a" * 10**5, b"b" * 10**5, "bytes"), (7**9000, 7**9000 + 1, "int"), ([0] * 10**6, [1] * 10**6, "cut")):
            with self.subTest(kind):
                told = tree(one)
                self.assertIn(f'"digest":["{kind}"', canonical(told))
                self.assertNotEqual(told, tree(two))
                self.assertLess(len(canonical(told)), 1000)

    def test_shared_values_do_not_multiply_without_end(self):
        value = []
        for _ in range(60):
            value = [value, value]
        self.assertEqual(tree(value)["digest"][0], "cut")

    def test_objects_that_lie_or_fail_are_told_by_what_they_hold_or_as_opaque(self):
        self.assertEqual(tree([Hostile(3)]), [{"o": ["tests.repository.run.test_outcomes:Hostile", {"d": [["value", 3]]}]}])

        class Meta(type):
            def __getattribute__(cls, name):
                raise BaseException("no")

        class Odd(metaclass=Meta):
            pass

        self.assertIsNotNone(canonical(tree(Odd())))

    def test_what_no_attribute_shows_is_opaque_and_not_as_good_as_nothing(self):
        class Packed(struct.Struct):
            pass

        class Plain(typing.Generic[typing.TypeVar("T")]):
            pass

        class Below(Plain):
            __slots__ = ("x",)

        class Queue(collections.deque):
            pass

        self.assertIn("opaque", tree(Packed("i")))
        self.assertNotEqual(tree(Queue([1])), tree(Queue([2])))
        for value in (Plain(), Below(), types.SimpleNamespace(a=1), Point(1, 2), Slots(), datetime.date(2020, 1, 1)):
            self.assertNotIn("opaque", tree(value), value)

    def test_iterators_are_drained_at_the_end_to_the_bound(self):
        def failing():
            yield 1
            raise ValueError("at 0x7f00aa11")
        outcomes = Outcomes({**BOUNDS, "items": 3, "digestedItems": 3}, "")
        trees = outcomes.tree([iter([1, 2]), itertools.count(), failing(), map(iter, [[5]])])
        outcomes.drain(None)
        raised = {"type": "builtins:ValueError", "bases": ["Exception", "BaseException"], "message": "at 0x…"}
        self.assertEqual(trees, [{"it": {"items": [1, 2], "more": False}}, {"it": {"items": [0, 1, 2], "more": True}},
                                 {"it": {"items": [1], "more": False, "raises": raised}}, {"it": {"items": [{"it": {"items": [5], "more": False}}], "more": False}}])

    def test_what_an_iterator_gives_beyond_the_bound_is_told_by_a_digest(self):
        def drained(values):
            outcomes = Outcomes({**BOUNDS, "items": 3, "digestedItems": 6}, "")
            told = outcomes.tree(values)
            outcomes.drain(None)
            return told["it"]
        five = drained(iter([0, 1, 2, 3, 4]))
        self.assertEqual((five["items"][:3], five["items"][3]["digest"][:2], five["more"]), ([0, 1, 2], ["items", 2], False))
        self.assertEqual(five, drained(iter([0, 1, 2, 3, 4])))
        self.assertNotEqual(five, drained(iter([0, 1, 2, 3, 5])))
        self.assertNotEqual(five, drained(iter([0, 1, 2, 3])))
        self.assertEqual(drained(itertools.count())["items"][3]["digest"][:2], ["items", 3])
        self.assertTrue(drained(itertools.count())["more"])
        frames = drained(iter([0, 1, 2, sys._getframe(), 4]))
        self.assertEqual((frames["items"], frames["more"]), ([0, 1, 2], True))

    def test_a_class_has_the_name_that_its_library_offers_it_by(self):
        public, private = types.ModuleType("pathlib"), types.ModuleType("pathlib._local")
        kind = type("PurePosixPath", (), {"__module__": "pathlib._local", "__qualname__": "PurePosixPath"})
        hidden = type("Hidden", (), {"__module__": "pathlib._local", "__qualname__": "Hidden"})
        public.PurePosixPath = private.PurePosixPath = kind
        # Where Python has no list of its library, the file says whose it is.
        public.__file__ = pathlib.__file__
        with unittest.mock.patch.dict(sys.modules, {"pathlib": public, "pathlib._local": private}):
            self.assertEqual(name_of(kind), "pathlib:PurePosixPath")
            self.assertEqual(found_name(kind), "pathlib:PurePosixPath")
            self.assertEqual(name_of(hidden), "pathlib._local:Hidden")

    def test_numpy_arrays_where_it_is_there(self):
        try:
            import numpy
        except ImportError:
            self.skipTest("numpy is not installed")
        self.assertEqual(tree(numpy.array([[1, 2]], dtype="i4")), {"np": ["<i4", [1, 2], [1, 2]]})
        self.assertEqual(tree(numpy.float64(1.5)), {"np": ["<f8", [], [{"f": "1.5"}]]})
        self.assertNotEqual(tree(numpy.zeros(10**5)), tree(numpy.ones(10**5)))

    def test_tables_differ_in_the_types_of_their_columns_alone(self):
        axis = types.SimpleNamespace(dtype="int64", names=[None])

        class DataFrame:
            axes = (axis, axis)

            def __init__(self, dtypes):
                self.dtypes = dtypes

            def to_dict(self, form):
                return {form: {"a": [1, 2]}}

        class Series:
            index, values, name, axes = (0, 1), (1, 2), "a", (axis,)

            def __init__(self, dtype):
                self.dtype = dtype

        pandas = types.SimpleNamespace(DataFrame=DataFrame, Series=Series)
        with unittest.mock.patch.dict(sys.modules, {"pandas": pandas}):
            for one, other in ((DataFrame(["int64"]), DataFrame(["int32"])), (Series("int64"), Series("int32"))):
                self.assertEqual(tree(one), tree(type(one)(one.dtypes if type(one) is DataFrame else one.dtype)))
                self.assertNotEqual(tree(one), tree(other))

    def test_pandas_tables_where_it_is_there(self):
        try:
            import pandas
        except ImportError:
            self.skipTest("pandas is not installed")
        table = {"a": [1, 2], "b": [1.5, float("nan")]}
        told = tree(pandas.DataFrame(table))
        self.assertEqual(told, tree(pandas.DataFrame(table)))
        others = [
            pandas.DataFrame({**table, "a": [1, 3]}),
            pandas.DataFrame(table, index=[1, 2]),
            pandas.DataFrame(table).rename(columns={"b": "c"}),
            pandas.DataFrame(table)[["b", "a"]],
            pandas.DataFrame(table).astype({"a": "int32"}),
            pandas.DataFrame(table).rename_axis("rows"),
            pandas.DataFrame(table, index=[0.0, 1.0]),
        ]
        for other in others:
            self.assertNotEqual(told, tree(other), other)
        series = pandas.Series([1, 2], name="a")
        self.assertEqual(tree(series), tree(series.copy()))
        self.assertNotEqual(tree(series), tree(series.rename("b")))
        self.assertNotEqual(tree(series), tree(series.astype("int32")))
        for held in (pandas.Timestamp("2020-01-01"), pandas.Categorical(["a", "b"]), pandas.NA, pandas.NaT):
            self.assertEqual(tree(held), tree(held), held)
        self.assertNotEqual(tree(pandas.Timestamp("2020-01-01")), tree(pandas.Timestamp("2020-01-02")))
        self.assertNotEqual(tree(pandas.Categorical(["a", "b"])), tree(pandas.Categorical(["b", "a"])))


if __name__ == "__main__":
    unittest.main()
