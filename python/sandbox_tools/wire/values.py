"""How values without parts travel: numbers, bytes, dates, ranges, builtin types."""
from __future__ import annotations

import builtins
import collections
import datetime
import decimal
import fractions

from sandbox_tools.wire.codec import READERS, WRITERS, NoneType, read, write

__builtins__ = dict(vars(builtins))

Decimal, Fraction = decimal.Decimal, fractions.Fraction


def _builtin_types() -> dict:
    """name -> class, for every class that means the same on both sides."""
    found = {name: value for name, value in vars(builtins).items() if isinstance(value, type)}
    for module, names in (
        (collections, "Counter OrderedDict defaultdict deque ChainMap UserDict UserList UserString"),
        (datetime, "date datetime time timedelta timezone tzinfo"),
        (decimal, "Decimal"),
        (fractions, "Fraction"),
    ):
        found.update({name: getattr(module, name) for name in names.split()})
    found.update({"NoneType": NoneType, "ellipsis": type(...), "NotImplementedType": type(NotImplemented)})
    return {name: value for name, value in found.items() if name != "__loader__"}


TYPES = _builtin_types()
TYPE_NAMES = {value: name for name, value in TYPES.items()}
#: Types of values that cross: calling one makes a value, no more.
_OF_DATA = (
    "bool bytearray bytes complex dict float frozenset int list set str tuple Counter OrderedDict defaultdict deque "
    "date datetime time timedelta timezone Decimal Fraction NoneType ellipsis range slice"
)
DATA_TYPES = frozenset(TYPES[name] for name in _OF_DATA.split())
ERRORS = {name: value for name, value in TYPES.items() if issubclass(value, BaseException)}


def _write_type(value, memo):
    name = TYPE_NAMES.get(value)
    return {"T": name} if name is not None and memo.peer.sends_type(value) else memo.peer.write(value, type, memo)


def _zone(value, memo):
    """One that is no plain `timezone` knows more than an offset."""
    zone = value.tzinfo
    return write(zone, memo) if zone is None or type(zone) is datetime.timezone else memo.peer.refuse(type(zone))


def _write_datetime(value, memo):
    moment = (value.year, value.month, value.day, value.hour, value.minute, value.second, value.microsecond)
    return {"datetime": [*moment, _zone(value, memo), value.fold]}


def _write_time(value, memo):
    return {"time": [value.hour, value.minute, value.second, value.microsecond, _zone(value, memo), value.fold]}


def _read_datetime(body, reader):
    *moment, zone, fold = body
    return datetime.datetime(*moment, read(zone, reader), fold=fold)


def _read_time(body, reader):
    *moment, zone, fold = body
    return datetime.time(*moment, read(zone, reader), fold=fold)


def _write_zone(value, memo):
    offset, *name = value.__getinitargs__()
    return {"zone": [write(offset, memo), *name]}


def _read_zone(body, reader):
    offset, *name = body
    return datetime.timezone(read(offset, reader), *name)


def _whole(body, reader):
    """A list of whole numbers and None, which may be large."""
    return [read(item, reader) for item in body]


WRITERS.update({
    type: _write_type,
    bytes: lambda value, memo: {"b": memo.blob(value)},
    complex: lambda value, memo: {"c": [write(value.real, memo), write(value.imag, memo)]},
    Decimal: lambda value, memo: {"D": Decimal.__str__(value)},
    Fraction: lambda value, memo: {"F": [write(value.numerator, memo), write(value.denominator, memo)]},
    datetime.date: lambda value, memo: {"date": [value.year, value.month, value.day]},
    datetime.datetime: _write_datetime,
    datetime.time: _write_time,
    datetime.timedelta: lambda value, memo: {"delta": [value.days, value.seconds, value.microseconds]},
    datetime.timezone: _write_zone,
    range: lambda value, memo: {"range": [write(part, memo) for part in (value.start, value.stop, value.step)]},
    slice: lambda value, memo: {"slice": [write(part, memo) for part in (value.start, value.stop, value.step)]},
    type(...): lambda value, memo: {"one": "..."},
})
READERS.update({
    "b": lambda body, reader: bytes(reader.blob(body)),
    "c": lambda body, reader: complex(*_whole(body, reader)),
    "D": lambda body, reader: Decimal(body),
    "F": lambda body, reader: Fraction(*_whole(body, reader)),
    "date": lambda body, reader: datetime.date(*body),
    "datetime": _read_datetime,
    "time": _read_time,
    "delta": lambda body, reader: datetime.timedelta(*body),
    "zone": _read_zone,
    "range": lambda body, reader: range(*_whole(body, reader)),
    "slice": lambda body, reader: slice(*_whole(body, reader)),
    "one": lambda body, reader: {"...": ...}[body],
})
