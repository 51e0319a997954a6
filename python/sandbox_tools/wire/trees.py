"""Values to try the wire with: one of every kind that is promised, packed runs, knots, and random trees."""
from __future__ import annotations

import datetime
import math
import random
import struct
from array import array
from collections import Counter, OrderedDict, defaultdict, deque
from decimal import Decimal
from fractions import Fraction

_ODD_NAN = struct.unpack(">d", bytes.fromhex("fff8000000000123"))[0]


def special_values() -> list:
    """One or more of every type that travels by value."""
    zone = datetime.timezone(datetime.timedelta(hours=5, minutes=30), "IST")
    numbers = [
        None, True, False, 0, -1, 2**63 - 1, -(2**63), 2**63, 10**300, -(7**9000), 0.0, -0.0, 1.5, math.inf, -math.inf,
        math.nan, -math.nan, _ODD_NAN, 5e-324, 1.7976931348623157e308, 1 + 2j, complex(-0.0, math.nan),
        Decimal("1.10"), Decimal("-0E+3"), Decimal("sNaN123"), Decimal("-Infinity"), Fraction(1, 3),
        Fraction(-(10**30), 7),
    ]
    texts = [
        "", "a", "ü\u4e2d\U0001f600", "\ud800", "\ud83d" + "\ude00", "{\"r\": 0}", "\x00\x1f\x7f\\\"",
        "x" * 5000, "\udfff" * 3000,
        b"", b"\xff\x00", bytearray(b"ab"),
    ]
    times = [
        datetime.date(2020, 2, 29), datetime.datetime(1, 1, 1), datetime.datetime(2020, 1, 2, 3, 4, 5, 6, zone, fold=1),
        datetime.time(23, 59, 59, 999999), datetime.time(1, tzinfo=datetime.timezone.utc),
        datetime.timedelta(-3, 5, 7), zone, datetime.timezone.utc,
    ]
    containers = [
        [], [1, [2, [3]]], (), (1, (2,)), set(), {1, "a", (2, 3)}, frozenset(), frozenset({frozenset({1}), 2}), {},
        {"b": 1, "a": [2]}, {(1, 2): None, 3: "x", None: 1.0, True: (), frozenset({9}): {}}, Counter("aab"),
        Counter({"x": -1}), OrderedDict([("b", 1), ("a", 2)]), defaultdict(list, {1: [2]}), defaultdict(None, a=1),
        deque([1, 2]), deque([1, 2, 3], 3), array("i", [1, -2]), array("d", [0.5, -0.0]), array("B", b"xyz"),
        {"k": 1}.keys(), {"k": [1]}.values(), {"k": (1,)}.items(),
    ]
    others = [
        range(3), range(10**30, 0, -7), slice(None), slice(1, None, -1), ...,
        int, list, type, type(None),
        ValueError, OrderedDict, Decimal, datetime.date, object,
    ]
    return numbers + texts + times + containers + others


def numpy_values() -> list:
    """Nothing where numpy is not installed."""
    try:
        import numpy
    except ImportError:
        return []
    return [
        numpy.int64(-5), numpy.float32(0.1), numpy.bool_(True), numpy.complex128(1 + 2j), numpy.uint8(255),
        numpy.str_("a"), numpy.datetime64("2020-01-02"), numpy.array([[1, 2], [3, 4]]), numpy.zeros((0, 3)),
        numpy.array(5.5), numpy.array(["ab", "c"]), numpy.arange(6, dtype=">i2").reshape(2, 3),
        numpy.asfortranarray(numpy.ones((2, 3))), numpy.array([True, False]),
    ]


def packed_values() -> list:
    numbers = list(range(-20, 20))
    floats = [value / 3 for value in numbers]
    return [
        numbers, tuple(numbers), set(numbers), dict(zip(numbers, floats)), floats + [_ODD_NAN, -0.0, math.inf],
        [*numbers, 2**63], [*numbers, True], [*floats, 1], deque(floats, 50), [numbers, numbers, tuple(floats)],
    ]


def knots() -> list:
    """Shared parts and cycles."""
    shared = [1]
    pair = (shared, shared)
    own = [0]
    own.append(own)
    table = {"a": shared, "b": pair}
    table["self"] = table
    through = []
    inner = (through, 5)
    through.append(inner)
    ring = deque(maxlen=4)
    ring.append({"ring": ring, "tuple": (ring, [ring])})
    doubled = [1]
    for _ in range(60):
        doubled = [doubled, doubled]
    twice = (1, 2)
    for _ in range(40):
        twice = (twice, twice)
    return [[shared, shared, pair, pair], own, table, inner, through, ring, doubled, twice, [inner, inner, through]]


class Grower:
    """Random trees: any promised type at any place, now and then a part of the same tree once more."""

    def __init__(self, seed: int):
        self.random = random.Random(seed)
        everything = special_values()
        self.leaves = [value for value in everything if not isinstance(value, (list, dict, set, tuple, deque))]
        self.keys = [value for value in self.leaves if _hashable(value) and value == value]
        self.made = []

    def tree(self):
        self.made = []
        return self._grow(self.random.randrange(1, 6))

    def _grow(self, depth: int):
        chance = self.random
        if depth == 0 or chance.random() < 0.2:
            return self._leaf()
        if self.made and chance.random() < 0.1:
            return chance.choice(self.made)
        kind = chance.choice((list, list, tuple, dict, set, frozenset, deque, OrderedDict, defaultdict, Counter))
        size = chance.choice((0, 1, 2, 3, 5, 40)) if depth < 3 else chance.randrange(4)
        value = self._container(kind, size, depth)
        self.made.append(value)
        if kind in (list, deque) and chance.random() < 0.05:
            value.append(chance.choice(self.made))
        return value

    def _container(self, kind, size: int, depth: int):
        if kind in (set, frozenset, Counter):
            items = [self._key() for _ in range(size)]
            return Counter({item: self.random.randrange(9) for item in items}) if kind is Counter else kind(items)
        if issubclass(kind, dict):
            pairs = [(self._key(), self._grow(depth - 1)) for _ in range(size)]
            return defaultdict(self.random.choice((None, int, list)), pairs) if kind is defaultdict else kind(pairs)
        return kind(self._grow(depth - 1) for _ in range(size))

    def _leaf(self):
        chance = self.random
        choice = chance.randrange(6)
        if choice == 0:
            return chance.choice(self.leaves)
        if choice == 1:
            return chance.randrange(-(10**6), 10**6)
        if choice == 2:
            return struct.unpack(">d", chance.getrandbits(64).to_bytes(8, "big"))[0]
        if choice == 3:
            return "".join(chr(chance.randrange(0x110000)) for _ in range(chance.randrange(6)))
        if choice == 4:
            return chance.getrandbits(chance.choice((8, 63, 64, 200)))
        return [chance.random() for _ in range(chance.choice((3, 33)))]

    def _key(self):
        choice = self.random.randrange(4)
        if choice == 0:
            return self.random.choice(self.keys)
        if choice == 1:
            return self.random.randrange(100)
        if choice == 2:
            return (self.random.randrange(9), "k")
        return "key%d" % self.random.randrange(50)


def _hashable(value) -> bool:
    try:
        hash(value)
    except (TypeError, ValueError):
        return False
    return True
