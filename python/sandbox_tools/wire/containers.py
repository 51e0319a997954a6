"""How containers travel: sharing and cycles kept, order kept, any keys."""
from __future__ import annotations

import builtins
from array import array
from collections import Counter, OrderedDict, defaultdict, deque

from sandbox_tools.wire.ordering import fill_set, frozen
from sandbox_tools.wire.codec import (
    READERS,
    WRITERS,
    Knot,
    Nonsense,
    read,
    read_items,
    write,
    write_items,
)

__builtins__ = dict(vars(builtins))

#: type -> (tag, function(value, memo) giving the body): can be changed in place
MUTABLE = {}
#: tag -> (function(body) giving an empty one, function(value, body, reader) filling it)
SHELLS = {}


def write_mutable(value, memo):
    known = memo.stand_in(value)
    return contents(value, memo) if known is None else known


def _write_list(value, memo):
    known = memo.stand_in(value)
    if known is not None:
        return known
    items = write_items(value, memo)
    return items if type(items) is list else {"l": items}


def contents(value, memo):
    """The tree of a mutable container, whatever is known of it already."""
    known = MUTABLE.get(type(value))
    if known is None:
        return memo.peer.contents(value, memo)
    tag, body = known
    return {tag: body(value, memo)}


def read_shell(tree, reader):
    ((tag, body),) = tree.items()
    return SHELLS[tag][0](body, reader)


def fill_shell(value, tree, reader):
    ((tag, body),) = tree.items()
    SHELLS[tag][1](value, body, reader)


def _reader_of(tag):
    make, fill_in = SHELLS[tag]

    def read_mutable(body, reader):
        value = make(body, reader)
        reader.seen.append(value)
        fill_in(value, body, reader)
        return value

    return read_mutable


def add_shell(tag, make, fill_in) -> None:
    SHELLS[tag] = (make, fill_in)
    READERS[tag] = _reader_of(tag)


def write_once(value, memo, build):
    """The tree of an immutable container, `build()`, or what refers to it. In a graph it is numbered when it is done,
    apart from the others."""
    key = id(value)
    if key in memo:
        known = memo[key]
        if known is None:
            raise Knot
        return known
    if memo.pending is not None:
        tree = build()
        memo[key] = {"u": len(memo.done)}
        memo.done.append(value)
        return tree
    reference = {"r": len(memo.order)}
    memo.order.append(value)
    memo[key] = None
    tree = build()
    memo[key] = reference
    return tree


def read_once(reader, build):
    if reader.done is not None:
        value = build()
        reader.done.append(value)
        return value
    place = len(reader.seen)
    reader.seen.append(None)
    value = reader.seen[place] = build()
    return value


def _write_fixed(tag):
    return lambda value, memo: write_once(value, memo, lambda: {tag: write_items(list(value), memo)})


def _read_fixed(kind):
    return lambda body, reader: read_once(reader, lambda: kind(read_items(body, reader)))


def _pairs(value, memo):
    return [write_items(list(value), memo), write_items(list(value.values()), memo)]


def _fill_dict(value, body, reader):
    keys, values = read_items(body[0], reader), read_items(body[1], reader)
    if len(keys) != len(values):
        raise Nonsense("keys without values")
    dict.update(value, zip(keys, values))


def _default_body(value, memo):
    return [*_pairs(value, memo), write(value.default_factory, memo)]


def _fill_default(value, body, reader):
    _fill_dict(value, body, reader)
    factory = read(body[2], reader)
    if factory is not None and not reader.peer.may_make(factory):
        raise Nonsense("a default that cannot be made")
    value.default_factory = factory


def _write_view(name):
    def write_view(value, memo):
        return {"v": [name, write_items(list(value), memo)]}

    return write_view


def _read_view(body, reader):
    name, items = body[0], read_items(body[1], reader)
    if name == "values":
        return dict(enumerate(items)).values()
    if name == "items":
        return dict(items).items()
    return dict.fromkeys(items).keys()


def _extend(value, body, reader):
    value.extend(read_items(body, reader))


MUTABLE.update({
    list: ("l", write_items),
    dict: ("d", _pairs),
    set: ("s", lambda value, memo: write_items(list(value), memo)),
    bytearray: ("B", lambda value, memo: memo.blob(bytes(value))),
    deque: ("deque", lambda value, memo: [write_items(list(value), memo), value.maxlen]),
    array: ("array", lambda value, memo: [value.typecode, memo.blob(value.tobytes())]),
    Counter: ("counter", _pairs),
    OrderedDict: ("ordered", _pairs),
    defaultdict: ("default", _default_body),
})
SHELLS.update({
    "l": (lambda body, reader: [], _extend),
    "d": (lambda body, reader: {}, _fill_dict),
    "s": (lambda body, reader: set(), lambda value, body, reader: fill_set(value, read_items(body, reader))),
    "B": (lambda body, reader: bytearray(), lambda value, body, reader: value.extend(reader.blob(body))),
    "deque": (
        lambda body, reader: deque((), body[1]),
        lambda value, body, reader: value.extend(read_items(body[0], reader)),
    ),
    "array": (
        lambda body, reader: array(body[0]),
        lambda value, body, reader: value.frombytes(reader.blob(body[1])),
    ),
    "counter": (lambda body, reader: Counter(), _fill_dict),
    "ordered": (lambda body, reader: OrderedDict(), lambda value, body, reader: _fill_ordered(value, body, reader)),
    "default": (lambda body, reader: defaultdict(), _fill_default),
})


def _fill_ordered(value, body, reader):
    keys, values = read_items(body[0], reader), read_items(body[1], reader)
    if len(keys) != len(values):
        raise Nonsense("keys without values")
    for key, item in zip(keys, values):
        value[key] = item


def replace_contents(value, kind, tree, reader) -> None:
    """What a container of plain type `kind` holds from now on."""
    ((tag, body),) = tree.items()
    if kind not in MUTABLE or MUTABLE[kind][0] != tag:
        raise Nonsense("contents of another type")
    if kind is array:
        del value[:]
    else:
        kind.clear(value)
    SHELLS[tag][1](value, body, reader)


def _register() -> None:
    WRITERS.update({kind: write_mutable for kind in MUTABLE})
    WRITERS[list] = _write_list
    for tag, kind, make in (("t", tuple, tuple), ("f", frozenset, frozen)):
        WRITERS[kind] = _write_fixed(tag)
        READERS[tag] = _read_fixed(make)
    for tag in SHELLS:
        READERS[tag] = _reader_of(tag)
    empty = {}
    for name in ("keys", "values", "items"):
        WRITERS[type(getattr(empty, name)())] = _write_view(name)
    ordered = OrderedDict()
    for name in ("keys", "values", "items"):
        WRITERS[type(getattr(ordered, name)())] = _write_view(name)
    READERS["v"] = _read_view


_register()
