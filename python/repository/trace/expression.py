"""Values as Python expressions that make an equal value again.

`Writer(...).write(value)` gives the text of one expression and collects what the expression needs:
  modules   names of modules to import; the expression calls module `a.b` by the alias `_m_a_b`
  helpers   {name: source} of definitions to put before the cases, in order of need
  blobs     {key: base64 of a pickle} for values that only pickle can carry, called `load("key")`
Raises NotWritable(reason), a short word of REASONS, when there is no such expression within the limits.

A class, function or constant of another module is written by name only when looking that name up gives the
same object, and only when the module is one that the case can import (`importable`); things defined in tests
are written by their source text (see function_source). Nothing here compares values of foreign classes.
"""
from __future__ import annotations

import base64
import builtins
import collections
import copyreg
import datetime
import decimal
import enum
import fractions
import functools
import hashlib
import io
import pathlib
import pickle
import re
import sys
import types

REASONS = ("too-big", "too-deep", "cycle", "unknown-object", "not-by-name", "no-source", "place", "mock", "misbehaves")

REBUILD = '''\
def rebuild(function, arguments, state=None, items=(), pairs=()):
    value = function(*arguments)
    if state is not None:
        if hasattr(type(value), "__setstate__"):
            value.__setstate__(state)
        else:
            slots = None
            if type(state) is tuple and len(state) == 2:
                state, slots = state
            if state:
                value.__dict__.update(state)
            for name, part in (slots or {}).items():
                setattr(value, name, part)
    for item in items:
        value.append(item)
    for key, item in pairs:
        value[key] = item
    return value
'''


KNOT = '''\
def knot(function, arguments, make):
    value = function(*arguments)
    return rebuild(lambda: value, (), *make(value))
'''


class NotWritable(Exception):
    """The value has no expression; args[0] is one of REASONS, args[1] (may be absent) says more."""


def alias(module: str) -> str:
    """The name by which an expression calls a module."""
    return "_m_" + re.sub(r"\W", "_", module)


def by_name(module: str, qualname: str, value) -> bool:
    """Whether `module.qualname` is this very object."""
    found = sys.modules.get(module)
    try:
        for part in qualname.split("."):
            found = getattr(found, part)
        return found is value
    except Exception:
        return False


ITERATORS = tuple({type(iter(made)) for made in ((), [], {}, set(), "", b"", range(0), bytearray(), {}.items(), {}.values(), range(1 << 70))}
                  | {type(reversed([])), type(reversed({})), type(reversed(()))})
VIEWS = {type({}.keys()): "keys", type({}.values()): "values", type({}.items()): "items"}
OWN_METHODS = (types.BuiltinMethodType, types.MethodWrapperType)
DESCRIPTORS = (types.MethodDescriptorType, types.WrapperDescriptorType, types.ClassMethodDescriptorType, types.GetSetDescriptorType, types.MemberDescriptorType)


class Writer:
    """One writer per call: its limits count for all the values it writes together.

    importable(module name) -> bool; places: strings (folders of this run) that no expression may mention;
    materialised: {id(iterator): an object whose `text` stands for it}; source_of(value, writer) -> the expression
    of something that has no name, or None."""

    def __init__(self, importable, places=(), materialised=None, source_of=None, nodes=3000, depth=40, characters=12000):
        self.importable, self.places, self.source_of = importable, tuple(places), source_of
        self.materialised = {} if materialised is None else materialised
        self.nodes, self.depth, self.characters = nodes, depth, characters
        self.modules, self.helpers, self.blobs = set(), {}, {}
        # Objects whose state is being written have a name in it already, so that what lies inside can point back.
        self.above, self.open, self.tied = [], {}, set()

    def write(self, value) -> str:
        before = set(self.modules), dict(self.helpers)
        try:
            text = self.part(value)
        except RecursionError:
            raise NotWritable("too-deep")
        except NotWritable as error:
            if error.args[0] != "cycle":
                raise
            self.above, self.open, (self.modules, self.helpers) = [], {}, before
            text = self.pickled(value)
        if len(text) > self.characters:
            raise NotWritable("too-big")
        self.characters -= len(text)
        if any(place in text for place in self.places):
            raise NotWritable("place")
        return text

    def module(self, name: str) -> str:
        self.modules.add(name)
        return alias(name)

    def part(self, value) -> str:
        self.nodes -= 1
        if self.nodes < 0:
            raise NotWritable("too-big")
        plain = PLAIN.get(type(value))
        if plain is not None:
            return plain(value)
        if len(self.above) >= self.depth:
            raise NotWritable("too-deep")
        if id(value) in self.open:
            self.tied.add(id(value))
            return self.open[id(value)]
        if id(value) in self.above:
            raise NotWritable("cycle")
        self.above.append(id(value))
        try:
            return self.compound(value)
        finally:
            self.above.pop()

    def parts(self, values) -> str:
        return ", ".join([self.part(value) for value in values])

    def compound(self, value) -> str:
        kind = type(value)
        if kind in (str, bytes):
            if len(value) > self.characters:
                raise NotWritable("too-big")
            return repr(value)
        if kind is list:
            return long_range(value) or "[%s]" % self.parts(value)
        if kind is tuple:
            return "(%s,)" % self.part(value[0]) if len(value) == 1 else "(%s)" % self.parts(value)
        if kind is dict:
            return "{%s}" % self.pairs(value)
        if kind is set:
            return "{%s}" % ", ".join(sorted(map(self.part, value))) if value else "set()"
        if kind is frozenset:
            return "frozenset({%s})" % ", ".join(sorted(map(self.part, value))) if value else "frozenset()"
        if kind is bytearray:
            return repr(value)
        if kind is slice:
            return "slice(%s)" % self.parts((value.start, value.stop, value.step))
        if kind is memoryview:
            return "memoryview(%s)" % self.part(value.tobytes())
        if kind in VIEWS:
            mapping = dict(value) if kind is type({}.items()) else dict.fromkeys(value) if kind is type({}.keys()) else dict(enumerate(value))
            return "%s.%s()" % (self.part(mapping), VIEWS[kind])
        if id(value) in self.materialised:
            return self.materialised[id(value)].text
        if kind in ITERATORS:
            import copy
            import itertools
            return "iter(%s)" % self.part(list(itertools.islice(copy.copy(value), 2000)))
        if isinstance(value, type):
            return self.named(value)
        if kind is types.ModuleType:
            if self.importable(value.__name__) and sys.modules.get(value.__name__) is value:
                return self.module(value.__name__)
            raise NotWritable("not-by-name", value.__name__)
        if isinstance(value, enum.Enum):
            return self.enumeration(value)
        if kind in (types.FunctionType, types.BuiltinFunctionType) and getattr(value, "__self__", None) in (None, builtins) or kind is types.FunctionType:
            return self.named(value)
        if kind in OWN_METHODS or kind is types.MethodType:
            if isinstance(value.__self__, types.ModuleType):
                return self.named(value)
            return "%s.%s" % (self.receiver(value.__self__), value.__name__)
        if kind in DESCRIPTORS:
            return "%s.%s" % (self.named(value.__objclass__), value.__name__)
        if kind is functools.partial:
            inside = [self.part(value.func)] + [self.part(item) for item in value.args]
            inside += [self.keyword(key, item) for key, item in value.keywords.items()]
            return "%s.partial(%s)" % (self.module("functools"), ", ".join(inside))
        if kind is types.MappingProxyType:
            return "%s.MappingProxyType(%s)" % (self.module("types"), self.part(dict(value)))
        if kind is types.SimpleNamespace:
            return "%s.SimpleNamespace(%s)" % (self.module("types"), ", ".join(self.keyword(*pair) for pair in vars(value).items()))
        if kind is collections.OrderedDict:
            return "%s.OrderedDict([%s])" % (self.module("collections"), self.parts(value.items()))
        if kind is collections.Counter:
            return "%s.Counter({%s})" % (self.module("collections"), self.pairs(value))
        if kind is collections.deque:
            return "%s.deque([%s]%s)" % (self.module("collections"), self.parts(value), "" if value.maxlen is None else ", %d" % value.maxlen)
        if kind is collections.defaultdict:
            return "%s.defaultdict(%s, {%s})" % (self.module("collections"), self.part(value.default_factory), self.pairs(value))
        if kind in PRINTED and type(getattr(value, "tzinfo", None)) in (type(None), datetime.timezone):
            return repr(value).replace("datetime.", self.module("datetime") + ".")
        if kind in (decimal.Decimal, fractions.Fraction):
            return "%s.%s(%r)" % (self.module(kind.__module__), kind.__name__, str(value))
        if isinstance(value, pathlib.PurePath) and kind.__module__.startswith("pathlib"):
            return "%s.%s(%r)" % (self.module("pathlib"), "Path" if isinstance(value, pathlib.Path) else kind.__name__, str(value))
        if kind is re.Pattern:
            flags = value.flags & ~(re.UNICODE if isinstance(value.pattern, str) else 0)
            return "%s.compile(%s%s)" % (self.module("re"), self.part(value.pattern), ", %d" % flags if flags else "")
        if kind in (io.StringIO, io.BytesIO):
            return self.buffer(value)
        if kind.__module__ == "_thread" and kind.__name__ in ("lock", "RLock"):
            return "%s.%s()" % (self.module("threading"), "Lock" if kind.__name__ == "lock" else "RLock")
        if kind.__module__.startswith("unittest.mock"):
            return self.stand_in(value)
        return self.reduced(value)

    def pairs(self, mapping) -> str:
        return ", ".join(["%s: %s" % (self.part(key), self.part(item)) for key, item in mapping.items()])

    def keyword(self, name, value) -> str:
        text = self.part(value)
        return "%s=%s" % (name, text) if name.isidentifier() and not iskeyword(name) else "**{%r: %s}" % (name, text)

    def receiver(self, value) -> str:
        text = self.part(value)
        return "(%s)" % text if isinstance(value, (int, float)) else text

    def enumeration(self, value) -> str:
        kind = type(value)
        if value._name_ is not None and getattr(kind, str(value._name_), None) is value:
            return "%s.%s" % (self.named(kind), value._name_)
        return "%s(%s)" % (self.named(kind), self.part(value._value_))

    def stand_in(self, value) -> str:
        """A mock that is only called is a function that gives what the mock gives; any other is refused."""
        state = vars(value)
        if not callable(value) or state.get("_mock_side_effect") is not None or state.get("_mock_children") or state.get("_mock_wraps") is not None:
            raise NotWritable("mock")
        given = state.get("_mock_return_value")
        plain = given is None or type(given) in PLAIN or type(given) in (str, list, tuple, dict)
        return "(lambda *arguments, **named: %s)" % (self.part(given) if plain else "None")

    def buffer(self, value) -> str:
        if value.closed:
            raise NotWritable("unknown-object", "closed buffer")
        text = "%s.%s(%s)" % (self.module("io"), type(value).__name__, self.part(value.getvalue()))
        if value.tell():
            self.helpers.setdefault("moved", "def moved(buffer, place):\n    buffer.seek(place)\n    return buffer\n")
            text = "moved(%s, %d)" % (text, value.tell())
        return text

    def named(self, value) -> str:
        """A class or function by its name, or else by its source text."""
        module, qualname = getattr(value, "__module__", None), getattr(value, "__qualname__", None)
        if isinstance(module, str) and isinstance(qualname, str):
            if module == "builtins" and by_name(module, qualname, value):
                return qualname
            if by_name(module, qualname, value) and self.importable(module):
                return "%s.%s" % (self.module(module), qualname)
        if module is None and isinstance(qualname, str) and by_name("builtins", qualname, value):
            return qualname
        for other, name in STANDARD_NAMES.get(id(value), ()):
            return "%s.%s" % (self.module(other), name)
        written = self.source_of(value, self) if self.source_of else None
        if written is None:
            raise NotWritable("not-by-name", "%s.%s" % (module, qualname))
        return written

    def reduced(self, value) -> str:
        """By what pickling would keep of it: a maker, its arguments, state, items and pairs."""
        try:
            made = copyreg.dispatch_table[type(value)](value) if type(value) in copyreg.dispatch_table else value.__reduce_ex__(4)
        except NotWritable:
            raise
        except Exception as error:
            raise NotWritable("unknown-object", type(value).__qualname__ + ": " + type(error).__name__)
        if isinstance(made, str):
            module = getattr(value, "__module__", None)
            if isinstance(module, str) and by_name(module, made, value) and self.importable(module):
                return "%s.%s" % (self.module(module), made)
            raise NotWritable("not-by-name", made)
        if not isinstance(made, tuple) or len(made) < 2:
            raise NotWritable("misbehaves")
        function, arguments, state, items, pairs = (tuple(made) + (None,) * 5)[:5]
        if function is copyreg.__newobj__ and not state and len(arguments) == 1 and arguments[0].__new__ is object.__new__ and arguments[0].__init__ is object.__init__:
            text = "%s()" % self.part(arguments[0])
            if items is None and pairs is None:
                return text
        if isinstance(value, BaseException) or not (state or items is not None or pairs is not None):
            text = "%s(%s)" % (self.part(function), self.parts(arguments))
            if not state:
                return text
        self.helpers.setdefault("rebuild", REBUILD)
        maker, name = "%s, %s" % (self.part(function), self.part(tuple(arguments))), "_v%d" % len(self.above)
        self.open[id(value)] = name
        try:
            rest = [self.part(state) if state else "None",
                    "[%s]" % self.parts(bounded(items, self)) if items is not None else "()",
                    "[%s]" % self.parts(bounded(pairs, self)) if pairs is not None else "()"]
        finally:
            self.open.pop(id(value), None)
        if id(value) in self.tied:
            self.tied.discard(id(value))
            self.helpers.setdefault("knot", KNOT)
            return "knot(%s, lambda %s: (%s))" % (maker, name, ", ".join(rest))
        while rest and rest[-1] in ("None", "()", "[]"):
            rest.pop()
        return "rebuild(%s)" % ", ".join([maker] + rest)

    def pickled(self, value, limit=65536) -> str:
        """A value by its pickle: for values with cycles. Its classes must be importable by the case."""
        try:
            data = pickle.dumps(value, 4)
        except Exception as error:
            raise NotWritable("unknown-object", type(error).__name__)
        if len(data) > limit:
            raise NotWritable("too-big")
        if any(place.encode() in data for place in self.places):
            raise NotWritable("place")
        Reader(io.BytesIO(data), self.importable).load()
        key = hashlib.sha256(data).hexdigest()[:16]
        self.blobs[key] = base64.b64encode(data).decode("ascii")
        return 'load("%s")' % key


class Reader(pickle.Unpickler):
    """Reads a pickle only to learn whether all it names can be imported."""

    def __init__(self, file, importable):
        super().__init__(file)
        self.importable = importable

    def find_class(self, module, name):
        if not self.importable(module):
            raise NotWritable("not-by-name", module)
        return super().find_class(module, name)


def bounded(values, writer: Writer) -> list:
    made = []
    for value in values:
        made.append(value)
        if len(made) > writer.nodes:
            raise NotWritable("too-big")
    return made


def long_range(value: list) -> str | None:
    """A long list of consecutive whole numbers, as a range."""
    if len(value) > 24 and all(type(item) is int for item in value) and value == list(range(value[0], value[0] + len(value))):
        return "list(range(%d, %d))" % (value[0], value[0] + len(value)) if value[0] else "list(range(%d))" % len(value)
    return None


def iskeyword(name: str) -> bool:
    import keyword
    return keyword.iskeyword(name)


def floating(value: float) -> str:
    return "float(%r)" % repr(value) if value != value or value in (float("inf"), float("-inf")) else repr(value)


def integer(value: int) -> str:
    if abs(value) >= 1 << 4000:
        raise NotWritable("too-big")
    return repr(value)


PLAIN = {type(None): repr, bool: repr, int: integer, float: floating, range: repr, type(Ellipsis): repr, type(NotImplemented): repr,
         complex: lambda value: "complex(%s, %s)" % (floating(value.real), floating(value.imag))}
PRINTED = (datetime.datetime, datetime.date, datetime.time, datetime.timedelta, datetime.timezone)


def standard_names() -> dict:
    """Functions whose own module name leads nowhere (`_operator` things, `itertools` classes) by where they are found."""
    import itertools
    import math
    import operator
    found: dict = {}
    for module in (operator, math, itertools, functools, re, collections):
        for name, value in vars(module).items():
            if callable(value) and not name.startswith("_"):
                found.setdefault(id(value), []).append((module.__name__, name))
    return found


STANDARD_NAMES = standard_names()
