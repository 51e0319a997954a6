"""How values without parts travel: numbers, bytes, dates, ranges, builtin types."""
from __future__ import annotations

import builtins
import collections
import datetime
import decimal
import fractions

from sandbox_tools.wire.codec import READERS, TO_PLAIN, WRITERS, NoneType, read, write

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
    return memo.peer.write(value, type, memo) if name is None else {"T": name}


def _zone(value, memo):
    """A time zone that is no plain `timezone` becomes the offset that it has at that moment."""
    zone = value.tzinfo
    if zone is None or type(zone) is datetime.timezone:
        return write(zone, memo)
    offset = value.utcoffset()
    return None if offset is None else write(datetime.timezone(offset), memo)


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


def _write_view(value, memo):
    """Of plain bytes only: other formats and shapes compare in ways of their own."""
    if value.format != "B" or value.ndim != 1:
        return memo.peer.write(value, memoryview, memo)
    return {"memory": ["B" if value.readonly else "M", memo.blob(value.tobytes())]}


def _read_view(body, reader):
    kind, named = body
    data = bytes(reader.blob(named))
    return memoryview(data if kind == "B" else bytearray(data))


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
    memoryview: _write_view,
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
    "memory": _read_view,
    "one": lambda body, reader: {"...": ...}[body],
})


def _plain_fraction(value):
    return Fraction(Fraction.numerator.__get__(value), Fraction.denominator.__get__(value))


TO_PLAIN.update({
    int: int.__int__,
    float: float.__float__,
    str: str.__str__,
    bytes: lambda value: bytes.__getitem__(value, slice(None)),
    complex: lambda value: complex(complex.real.__get__(value), complex.imag.__get__(value)),
    Decimal: lambda value: Decimal(Decimal.__str__(value)),
    Fraction: _plain_fraction,
    datetime.datetime: lambda value: datetime.datetime.combine(
        datetime.datetime.date(value), datetime.datetime.timetz(value)
    ),
    datetime.date: lambda value: datetime.date(
        datetime.date.year.__get__(value), datetime.date.month.__get__(value), datetime.date.day.__get__(value)
    ),
    datetime.timedelta: lambda value: datetime.timedelta(
        datetime.timedelta.days.__get__(value),
        datetime.timedelta.seconds.__get__(value),
        datetime.timedelta.microseconds.__get__(value),
    ),
})

