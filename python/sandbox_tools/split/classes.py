"""Makes the checker's classes for stand-ins, from what the program says of its own."""
from __future__ import annotations

import builtins
import types

from sandbox_tools.split import contexts
from sandbox_tools.split.deciding import decided
from sandbox_tools.split.proxies import SPECIAL, RemoteClass, RemoteInstance, may_be_asked, same_hash, text_of
from sandbox_tools.wire.values import TYPES
from sandbox_tools.wire.codec import TO_PLAIN, WRITERS, Nonsense

__builtins__ = dict(vars(builtins))

_set = object.__setattr__


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


def _common_class(code):
    name, shown, special = COMMON[code]
    namespace = {method: SPECIAL[method] for method in special}
    if code == "g":
        namespace.update({name: _through(name) for name in ("send", "throw", "close")})
    if code == "y":
        namespace.update(send=_run, throw=_through("throw"), close=_through("close"))
    namespace.update(
        __slots__=(), __class__=_shown_as(shown), __doc__=property(_doc), _espalier_class=None
    )
    return type.__new__(RemoteClass, name, (RemoteInstance,), namespace)


def _through(name):
    """A method of generators, which says by StopIteration that they are done."""

    def method(self, *args):
        link = self._espalier_link
        before, link.may_stop = link.may_stop, True
        try:
            return link.operate("getattr", self._espalier_number, (name,))(*args)
        finally:
            link.may_stop = before

    return method


def _run(self, value):
    """A coroutine runs to its end in the candidate, where its event loop is."""
    raise StopIteration(self._espalier_link.operate("await", self._espalier_number, ()))


def _is_names(value) -> bool:
    return type(value) is list and all(type(name) is str for name in value)


def _namespace(link, number, special, plain) -> dict:
    namespace = {name: SPECIAL[name] for name in special if name in SPECIAL}
    if "__eq__" in namespace:
        namespace["__hash__"] = same_hash
    if plain is not None:
        namespace.update(decided(plain))
    if "__exit__" in special:
        namespace["__exit__"] = contexts.leave
    if "__enter__" in special:
        namespace["__enter__"] = contexts.enter
    if "__next__" in namespace:
        namespace["__iter__"] = lambda self: self
    namespace.update(_espalier_of=link, _espalier_class=number, _espalier_plain=plain, __slots__=())
    return namespace


def _tuple_namespace(link, number, fields) -> dict:
    if any(name.startswith("_") or not name.isidentifier() for name in fields):
        raise Nonsense("no field names")
    namespace = {name: property(lambda self, place=place: self[place]) for place, name in enumerate(fields)}
    return {
        **namespace,
        "_espalier_of": link,
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
        if place is None or not may_be_asked(name):
            raise AttributeError(name)
        return link.operate("getattr", place, (name,))

    namespace = {"_espalier_of": link, "_espalier_class": number, "__getattr__": fetch}
    if "__str__" in special:
        namespace["__str__"] = lambda self: text_of(link, "str", self.__dict__.get("_espalier_number", number))
    return namespace


def _may_be_shown(kind) -> bool:
    """No stand-in passes for what travels as data, for a class or for an exception."""
    return kind not in TO_PLAIN and kind not in WRITERS and not issubclass(kind, (type, bool, BaseException))


def _plain_type(extra, bases):
    if extra is None:
        return next((base._espalier_plain for base in bases if base._espalier_plain is not None), None)
    if type(extra) is not str or TYPES.get(extra) not in TO_PLAIN:
        raise Nonsense("no plain type")
    return TYPES[extra]


def make_class(link, about, bases):
    """The stand-in for a class. `about`: [number, name, module, special methods, plain base or field names, name of a
    builtin class it is]; every part comes from the program."""
    number, name, module, special, extra, same_as = about
    if type(number) is not int or type(name) is not str or not _is_names(special):
        raise Nonsense("no class")
    if any(issubclass(base, BaseException) for base in bases):
        bases = tuple(base for base in bases if issubclass(base, BaseException))
        namespace = _error_namespace(link, number, special)
    elif _is_names(extra):
        bases = tuple(base for base in bases if issubclass(base, tuple))[:1] or (tuple,)
        namespace = _tuple_namespace(link, number, extra)
    else:
        bases = tuple(dict.fromkeys(base for base in bases if issubclass(base, RemoteInstance))) or (RemoteInstance,)
        namespace = _namespace(link, number, special, _plain_type(extra, bases))
        shown = TYPES.get(same_as) if type(same_as) is str else None
        if shown is not None and _may_be_shown(shown):
            namespace["__class__"] = _shown_as(shown)
    namespace.update(__module__=module if type(module) is str else "solution")
    return type.__new__(RemoteClass, name, bases, namespace)


def make_instance(link, kind, number):
    value = object.__new__(kind)
    _set(value, "_espalier_link", link)
    _set(value, "_espalier_number", number)
    _set(value, "_espalier_kept", (-1, None))
    return value


#: Made once, before any box: to make a class costs more than a dozen calls.
COMMON_CLASSES = {code: _common_class(code) for code in COMMON}
