"""The checker's stand-ins for objects of the program's: they fetch data, and decide nothing by asking the program.

Equality, ordering, truth and membership are Python's own, on data. Arithmetic is passed on only where its result is
another stand-in, which equals no data whatever the program says.
"""
from __future__ import annotations

import builtins
import types

from sandbox_tools.split.values import TYPES
from sandbox_tools.split.wire import Nonsense

__builtins__ = dict(vars(builtins))

_set = object.__setattr__
_ARITHMETIC = (
    "add sub mul truediv floordiv mod pow matmul and or xor lshift rshift radd rsub rmul rtruediv rmatmul rand ror rxor "
    "iadd isub imul ior iand neg pos abs invert".split()
)
_FORWARDED = "len getitem setitem delitem reversed exit enter".split()
_DECIDED = (
    "eq ne lt le gt ge contains add sub mul truediv floordiv mod pow and or xor radd rmul rsub int float index".split()
)


class RemoteClass(type):
    """Classes of stand-ins: each is one class of the program's. Calling it calls that."""

    def __call__(cls, *args, **kwargs):
        return cls._espalier_link.call(cls._espalier_class, args, kwargs)

    def __getattr__(cls, name):
        number = type.__getattribute__(cls, "__dict__").get("_espalier_class")
        if number is None or name in _NOT_ASKED:
            raise AttributeError("type object %r has no attribute %r" % (cls.__name__, name))
        return cls._espalier_link.operate("getattr", number, (name,))

    def __setattr__(cls, name, value):
        cls._espalier_link.operate("setattr", cls._espalier_class, (name, value))

    def __iter__(cls):
        return cls._espalier_link.operate("iter", cls._espalier_class, ())

    def __len__(cls):
        return cls._espalier_link.operate("len", cls._espalier_class, ())

    def __getitem__(cls, key):
        return cls._espalier_link.operate("getitem", cls._espalier_class, (key,))

    def __bool__(cls):
        return True

    def __repr__(cls):
        return text_of(cls._espalier_link, "repr", cls._espalier_class)


_NOT_ASKED = frozenset(("__abstractmethods__", "__isabstractmethod__", "__set_name__", "__instancecheck__"))


def text_of(link, operation, number, *more) -> str:
    text = link.operate(operation, number, more)
    if type(text) is not str:
        raise TypeError("__%s__ returned non-string" % operation)
    return text


class RemoteInstance:
    """What every stand-in does."""

    __slots__ = ("_espalier_number", "__weakref__")

    def __getattr__(self, name):
        return self._espalier_link.operate("getattr", self._espalier_number, (name,))

    def __setattr__(self, name, value):
        self._espalier_link.operate("setattr", self._espalier_number, (name, value))

    def __delattr__(self, name):
        self._espalier_link.operate("delattr", self._espalier_number, (name,))

    def __str__(self):
        return text_of(self._espalier_link, "str", self._espalier_number)

    def __repr__(self):
        return text_of(self._espalier_link, "repr", self._espalier_number)

    def __format__(self, form):
        return text_of(self._espalier_link, "format", self._espalier_number, form)

    def __dir__(self):
        return self._espalier_link.operate("dir", self._espalier_number, ())

    def __copy__(self):
        return self._espalier_link.operate("copy", self._espalier_number, ())

    def __deepcopy__(self, memo):
        return self._espalier_link.operate("deepcopy", self._espalier_number, ())

    def __reduce_ex__(self, protocol):
        raise TypeError("cannot pickle %r object" % type(self).__name__)


def _call(self, /, *args, **kwargs):
    return self._espalier_link.call(self._espalier_number, args, kwargs)


def _forward(operation):
    def forward(self, *args):
        return self._espalier_link.operate(operation, self._espalier_number, args)

    return forward


def _length(self):
    length = self._espalier_link.operate("len", self._espalier_number, ())
    return length if type(length) is int else NotImplemented


def _iterate(self):
    return self._espalier_link.operate("iter", self._espalier_number, ())


def _next(self):
    return self._espalier_link.following(self._espalier_number)


def _await(self):
    return self._espalier_link.operate("await", self._espalier_number, ())
    yield


def _arithmetic(operation):
    def forward(self, *args):
        result = self._espalier_link.operate(operation, self._espalier_number, args)
        return result if isinstance(result, RemoteInstance) else NotImplemented

    return forward


def _equal(self, other):
    """Of two instances of one class that has an equality: whether their attributes are equal, seen from here."""
    if self is other:
        return True
    if type(self) is not type(other):
        return NotImplemented
    link = self._espalier_link
    mine = link.operate("fields", self._espalier_number, ())
    return mine == link.operate("fields", other._espalier_number, ())


def _hash(self):
    return hash(type(self))


SPECIAL = {
    "__call__": _call,
    "__iter__": _iterate,
    "__next__": _next,
    "__await__": _await,
    "__eq__": _equal,
    "__str__": RemoteInstance.__str__,
    **{"__%s__" % name: _arithmetic(name) for name in _ARITHMETIC},
    **{"__%s__" % name: _forward(name) for name in _FORWARDED},
    "__len__": _length,
}


def _plain(value):
    if isinstance(value, RemoteInstance) and getattr(type(value), "_espalier_plain", False):
        return value._espalier_link.operate("plain", value._espalier_number, ())
    return value


def _decided(name):
    def decide(self, *args):
        value = _plain(self)
        method = getattr(type(value), name, None)
        return NotImplemented if method is None else method(value, *[_plain(item) for item in args])

    return decide


#: Instances of a class derived from a plain type, made by the test: all that is decided, on their plain value.
DECIDED = {
    **{"__%s__" % name: _decided("__%s__" % name) for name in _DECIDED},
    "__hash__": lambda self: hash(_plain(self)),
    "__bool__": lambda self: bool(_plain(self)),
}


def _shown_as(kind):
    return property(lambda self: kind)


def _doc(self):
    return self._espalier_link.operate("getattr", self._espalier_number, ("__doc__",))


COMMON = {
    "f": ("function", types.FunctionType, ("__call__",)),
    "b": ("builtin_function_or_method", types.BuiltinFunctionType, ("__call__",)),
    "m": ("method", types.MethodType, ("__call__",)),
    "g": ("generator", types.GeneratorType, ("__iter__", "__next__")),
    "y": ("coroutine", types.CoroutineType, ("__await__",)),
    "M": ("module", types.ModuleType, ()),
}


def common_class(link, code):
    if type(code) is not str or code not in COMMON:
        raise Nonsense("no such kind of object")
    name, shown, special = COMMON[code]
    namespace = {method: SPECIAL[method] for method in special}
    if code == "g":
        namespace.update({name: _through(name) for name in ("send", "throw", "close")})
    if code == "y":
        namespace.update({name: _through(name) for name in ("send", "throw", "close")})
    namespace.update(
        __slots__=(), __class__=_shown_as(shown), __doc__=property(_doc), _espalier_link=link, _espalier_class=None
    )
    return type.__new__(RemoteClass, name, (RemoteInstance,), namespace)


def _through(name):
    def method(self, *args):
        return self._espalier_link.operate("getattr", self._espalier_number, (name,))(*args)

    return method


def _is_names(value) -> bool:
    return type(value) is list and all(type(name) is str for name in value)


def _namespace(link, number, special, plain) -> dict:
    namespace = {name: SPECIAL[name] for name in special if name in SPECIAL}
    if "__eq__" in namespace:
        namespace["__hash__"] = _hash
    if plain:
        namespace.update(DECIDED)
    if "__next__" in namespace:
        namespace["__iter__"] = lambda self: self
    namespace.update(_espalier_link=link, _espalier_class=number, _espalier_plain=plain, __slots__=())
    return namespace


def _tuple_namespace(link, number, fields) -> dict:
    if any(name.startswith("_") or not name.isidentifier() for name in fields):
        raise Nonsense("no field names")
    namespace = {name: property(lambda self, place=place: self[place]) for place, name in enumerate(fields)}
    return {
        **namespace,
        "_espalier_link": link,
        "_espalier_class": number,
        "__slots__": (),
        "_fields": tuple(fields),
        "_asdict": lambda self: dict(zip(fields, self)),
        "_replace": lambda self, **new: type(self)(*[new.get(name, value) for name, value in zip(fields, self)]),
        "__repr__": lambda self: "%s(%s)"
        % (type(self).__name__, ", ".join("%s=%r" % pair for pair in zip(fields, self))),
    }


def _error_namespace(link, number, special) -> dict:
    def fetch(self, name):
        place = self.__dict__.get("_espalier_number")
        if place is None:
            raise AttributeError(name)
        return link.operate("getattr", place, (name,))

    namespace = {"_espalier_link": link, "_espalier_class": number, "__getattr__": fetch}
    if "__str__" in special:
        namespace["__str__"] = lambda self: text_of(link, "str", self.__dict__.get("_espalier_number", number))
    return namespace


def make_class(link, about, bases):
    """The stand-in for a class. `about`: [number, name, module, special methods, plain base or field names, name of a
    builtin class it is]; every part comes from the program."""
    number, name, module, special, extra, same_as = about
    if type(number) is not int or type(name) is not str or not _is_names(special):
        raise Nonsense("no class")
    if any(issubclass(base, BaseException) for base in bases):
        bases = tuple(base for base in bases if base is not object and base is not RemoteInstance)
        namespace = _error_namespace(link, number, special)
    elif _is_names(extra):
        bases = tuple(base for base in bases if issubclass(base, tuple))[:1] or (tuple,)
        namespace = _tuple_namespace(link, number, extra)
    else:
        bases = tuple(dict.fromkeys(base for base in bases if issubclass(base, RemoteInstance))) or (RemoteInstance,)
        namespace = _namespace(link, number, special, type(extra) is str)
        if type(same_as) is str and same_as in TYPES:
            namespace["__class__"] = _shown_as(TYPES[same_as])
    namespace.update(__module__=module if type(module) is str else "solution")
    return type.__new__(RemoteClass, name, bases, namespace)


def make_instance(kind, number):
    value = object.__new__(kind)
    _set(value, "_espalier_number", number)
    return value
