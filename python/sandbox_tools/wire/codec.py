"""Values as JSON trees and back, exactly.

None, bool, int, float, str and list are natural JSON. Everything else is an object with one key, the tag. Containers
are numbered in the order in which they are met, on both sides alike, so that a second meeting is `{"r": number}`;
what belongs to the arguments of the call being answered is `{"a": number}`. Bytes lie behind the JSON and are named
by place and size. Two tables, filled by the modules beside this one, say how each type is written and each tag is
read; what no table knows is left to the `peer`, an instance of a class derived from a listed type as well.
Reading calls only constructors of the listed types.
"""
from __future__ import annotations

import builtins
import struct
from array import array

__builtins__ = dict(vars(builtins))

NoneType = type(None)
SMALL = 1 << 63
PACK_FROM = 32
#: Up to here every integer is a double as well.
EXACT = 1 << 53
#: Among packed floats one element in so many may be an integer.
FLOATS_TO_AN_INT = 16
LONG_TEXT = 2000
PLAIN = frozenset((str, bool, NoneType))
_NUMBERS = {int, float}
_DOUBLE = struct.Struct(">d")
_COMMON_NAN = _DOUBLE.pack(float("nan"))
_pack_double, _unpack_double = _DOUBLE.pack, _DOUBLE.unpack

#: type -> function(value, memo) giving its tree
WRITERS = {}
#: tag -> function(body, reader) giving the value
READERS = {}


class Nonsense(Exception):
    """A tree that no writer makes."""


class Knot(Exception):
    """A cycle that runs through an immutable container: to be written again as a graph."""


class Memo(dict):
    """What has been written of one message: id -> the tree that refers to it."""

    __slots__ = ("order", "peer", "pending", "blobs", "size", "done")

    def __init__(self, peer):
        self.peer = peer
        self.blobs = []
        self.size = 0
        self.order = []  # numbered containers
        self.done = []  # graph mode: immutable containers written
        self.pending = None  # graph mode: containers still to be written

    def claim(self, value) -> None:
        order = self.order
        self[id(value)] = {"r": len(order)}
        order.append(value)

    def stand_in(self, value):
        """What to write for a container that was met before, or of whose contents it is not the turn yet; None: they
        are to be written now."""
        known = self.get(id(value))
        if known is not None:
            return known
        self.claim(value)
        if self.pending is None:
            return None
        self.pending.append(value)
        return self[id(value)]

    def blob(self, data) -> list:
        place, size = self.size, len(data)
        self.blobs.append(data)
        self.size = place + size
        return [place, size]


class Reader:
    """What has been read of one message."""

    __slots__ = ("seen", "given", "peer", "knots", "data", "left", "done")

    def __init__(self, peer, data=None, given=None):
        self.peer = peer
        self.data = data
        self.left = 0 if data is None else len(data)
        self.seen = []
        self.done = None  # of a graph: immutable containers read
        self.knots = ()  # of a graph: (empty container, its tree)
        self.given = given  # function(number) -> container of the arguments

    def blob(self, named):
        """Bytes behind the JSON. No more in all than there are: the same ones cannot be taken again and again."""
        place, size = named
        if type(place) is not int or type(size) is not int or place < 0 or not 0 <= size <= self.left:
            raise Nonsense("bytes that are not there")
        self.left -= size
        data = self.data[place : place + size] if size else b""
        if len(data) != size:
            raise Nonsense("bytes that are not there")
        return data


def is_easy(values) -> bool:
    """Natural JSON as they are, nothing to number."""
    for value in values:
        kind = type(value)
        if kind is str:
            if len(value) < LONG_TEXT:
                continue
            return False
        if kind in PLAIN:
            continue
        if kind is int:
            if -SMALL < value < SMALL:
                continue
            return False
        if kind is not float or value != value:
            return False
    return True


def _write_nan(value):
    bits = _pack_double(value)
    return value if bits == _COMMON_NAN else {"n": bits.hex()}


def _read_nan(body, reader):
    return _unpack_double(bytes.fromhex(body))[0]


def write(value, memo):
    kind = type(value)
    if kind in PLAIN:
        if kind is str and len(value) >= LONG_TEXT:
            return {"S": memo.blob(value.encode("utf-8", "surrogatepass"))}
        return value
    if kind is int:
        return value if -SMALL < value < SMALL else {"i": hex(value)}
    if kind is float:
        return value if value == value else _write_nan(value)
    writer = WRITERS.get(kind)
    if writer is not None:
        return writer(value, memo)
    return _write_other(value, kind, memo)


def _write_other(value, kind, memo):
    known = memo.get(id(value))
    if known is not None:
        return known
    special = memo.peer.write_first(value, kind, memo)
    if special is not None:
        return special
    return memo.peer.write(value, kind, memo)


def write_items(values, memo):
    """Elements of a list or tuple that is itself already accounted for."""
    kinds = set(map(type, values))
    if kinds <= PLAIN:
        if len(values) > 3 or is_easy(values):
            return values
    elif len(kinds) == 1:
        if int in kinds:
            if len(values) < PACK_FROM:
                if min(values) > -SMALL and max(values) < SMALL:
                    return values
            else:
                try:
                    return {"q": memo.blob(array("q", values).tobytes())}
                except OverflowError:
                    pass
        elif float in kinds:
            if len(values) >= PACK_FROM:
                return {"w": memo.blob(array("d", values).tobytes())}
            total = sum(values)
            if total == total:
                return values
    elif kinds == _NUMBERS and len(values) >= PACK_FROM:
        packed = _pack_floats(values, memo)
        if packed is not None:
            return packed
    return [write(value, memo) for value in values]


def _pack_floats(values, memo):
    """Floats with few integers among them, which are named by their places; None: there are too many, or too large ones."""
    kinds = list(map(type, values))
    if kinds.count(int) * FLOATS_TO_AN_INT > len(kinds):
        return None
    places, place = [], -1
    for _ in range(kinds.count(int)):
        place = kinds.index(int, place + 1)
        places.append(place)
    if any(abs(values[place]) > EXACT for place in places):
        return None
    return {"x": [*memo.blob(array("d", values).tobytes()), places]}


def _unpack(body, reader) -> list:
    ((tag, named),) = body.items()
    if tag == "x":
        return _unpack_floats(named, reader)
    words = array({"q": "q", "w": "d"}[tag])
    words.frombytes(reader.blob(named))
    return words.tolist()


def _unpack_floats(named, reader) -> list:
    *named, places = named
    words = array("d")
    words.frombytes(reader.blob(named))
    values = words.tolist()
    for place in places:
        if type(place) is not int or place < 0:
            raise Nonsense("a place that is none")
        values[place] = int(values[place])
    return values


def fill(items: list, reader) -> list:
    kinds = set(map(type, items))
    if list in kinds or dict in kinds:
        for index, item in enumerate(items):
            kind = type(item)
            if kind is list:
                items[index] = read_list(item, reader)
            elif kind is dict:
                items[index] = read(item, reader)
    return items


def read_items(body, reader) -> list:
    if type(body) is list:
        return fill(body, reader)
    return _unpack(body, reader)


def read_list(body, reader):
    reader.seen.append(body)
    return fill(body, reader)


def read(tree, reader):
    kind = type(tree)
    if kind is dict:
        if len(tree) != 1:
            raise Nonsense("an object with %d keys" % len(tree))
        for tag, body in tree.items():
            return READERS[tag](body, reader)
    if kind is list:
        return read_list(tree, reader)
    return tree


def _read_reference(number, reader):
    if type(number) is not int or number < 0:
        raise Nonsense("a reference to nothing")
    value = reader.seen[number]
    if value is None:
        raise Nonsense("a reference to what is not there yet")
    return value


def _read_done(number, reader):
    if type(number) is not int or number < 0 or reader.done is None:
        raise Nonsense("a reference to nothing")
    return reader.done[number]


def _read_given(number, reader):
    if type(number) is not int or number < 0 or reader.given is None:
        raise Nonsense("no such argument")
    return reader.given(number)


READERS.update({
    "n": _read_nan,
    "i": lambda body, reader: int(body, 16),
    "S": lambda body, reader: str(reader.blob(body), "utf-8", "surrogatepass"),
    "r": _read_reference,
    "u": _read_done,
    "a": _read_given,
})
