"""The checker's stand-ins for objects of the program's: whatever is done to one is asked of the program.

What a test compares with is never told. Between two objects of the program's, the program decides, as it would in
plain Python: such a verdict rests on its word. Between an object and data nobody can: a test that has a class's own
method asked for that ends there, as failed. It would find what it expects of a failure, too.
"""
from __future__ import annotations

import builtins
import types

from sandbox_tools.wire.codec import Nonsense

__builtins__ = dict(vars(builtins))

_set = object.__setattr__
_get = object.__getattribute__
_COMPARISONS = "eq ne lt le gt ge"
_ARITHMETIC = (
    "add sub mul truediv floordiv mod pow matmul and or xor lshift rshift radd rsub rmul rtruediv rmatmul rand ror "
    "rxor iadd isub imul ior iand neg pos abs invert"
)
_FORWARDED = "getitem setitem delitem reversed iter"
_REFUSED = (
    "contains int float complex index round trunc floor ceil bytes divmod rdivmod rfloordiv rmod rpow rlshift rrshift "
    "copy deepcopy reduce reduce_ex aiter anext aenter aexit"
)
#: Operations whose operand may be a plain number: no test compares a result with one of those.
_SCALING = frozenset(("mul", "rmul", "imul", "truediv", "pow"))
_ASKED = (
    "name qualname doc dict module annotations members code defaults kwdefaults closure wrapped signature "
    "text_signature self func dataclass_fields dataclass_params match_args slots version file all notes"
)
#: The only special names that the program is asked for.
ASKED = frozenset("__%s__" % name for name in _ASKED.split())


def may_be_asked(name) -> bool:
    return name[:2] != "__" or name[-2:] != "__" or name in ASKED


class RemoteClass(type):
    """Classes of stand-ins: each is one class of the program's. Calling it calls that."""

    def __call__(cls, *args, **kwargs):
        return cls._espalier_of.call(cls._espalier_class, args, kwargs)

    def __getattr__(cls, name):
        if cls._espalier_class is None or not may_be_asked(name):
            raise AttributeError("type object %r has no attribute %r" % (cls.__name__, name))
        return cls._espalier_of.operate("getattr", cls._espalier_class, name)

    def __setattr__(cls, name, value):
        cls._espalier_of.operate("setattr", cls._espalier_class, name, value)

    def __iter__(cls):
        return cls._espalier_of.operate("iter", cls._espalier_class)

    def __len__(cls):
        return cls._espalier_of.operate("len", cls._espalier_class)

    def __getitem__(cls, key):
        return cls._espalier_of.operate("getitem", cls._espalier_class, key)

    def __bool__(cls):
        return True

    def __repr__(cls):
        return "<class %r>" % cls.__name__


class RemoteInstance:
    """What every stand-in does."""

    __slots__ = ("_espalier_link", "_espalier_number", "__weakref__")

    def __getattr__(self, name):
        if not may_be_asked(name):
            raise AttributeError("%r object has no attribute %r" % (type(self).__name__, name))
        return self._espalier_link.operate("getattr", self._espalier_number, name)

    def __setattr__(self, name, value):
        self._espalier_link.operate("setattr", self._espalier_number, name, value)

    def __delattr__(self, name):
        self._espalier_link.operate("delattr", self._espalier_number, name)

    def __str__(self):
        return _text_of(self, "str")

    def __repr__(self):
        return _text_of(self, "repr")

    def __format__(self, form):
        return _text_of(self, "format", form)

    def __dir__(self):
        return self._espalier_link.operate("dir", self._espalier_number)

    def __reduce_ex__(self, protocol):
        return _refuse(self, "copied")


def is_stand_in(value) -> bool:
    return issubclass(type(value), RemoteInstance)


def number_of(value):
    """What the candidate knows it by; None for what is no object of the program's."""
    kind = type(value)
    if issubclass(kind, RemoteInstance):
        return _get(value, "_espalier_number")
    if kind is RemoteClass:
        return type.__getattribute__(value, "_espalier_class")
    return value.__dict__.get("_espalier_number") if issubclass(kind, BaseException) else None


def _text_of(self, operation, *more) -> str:
    if self._espalier_link.is_decided():
        return "<%s object>" % type(self).__name__
    text = self._espalier_link.operate(operation, self._espalier_number, *more)
    if type(text) is not str:
        raise TypeError("__%s__ returned non-string" % operation)
    return text


def _call(self, /, *args, **kwargs):
    return self._espalier_link.call(self._espalier_number, args, kwargs)


def _forward(operation):
    def forward(self, *args):
        return self._espalier_link.operate(operation, self._espalier_number, *args)

    return forward


def _refuse(self, how):
    self._espalier_link.not_data("program gave", "an object that is %s" % how)


def _refusal(name):
    return lambda self, *args: _refuse(self, "asked for __%s__" % name)


def _length(self):
    length = self._espalier_link.operate("len", self._espalier_number)
    return length if type(length) is int else NotImplemented


def _hash(self):
    number = self._espalier_link.operate("hash", self._espalier_number)
    return number if type(number) is int else _refuse(self, "hashed")


def _truth(self):
    """As Python finds it: by `__bool__`, else by the length."""
    truth = self._espalier_link.operate("bool", self._espalier_number)
    if type(truth) is not bool:
        raise Nonsense("no truth")
    return truth


def _next(self):
    return self._espalier_link.following(self._espalier_number)


def _await(self):
    return self._espalier_link.operate("await", self._espalier_number)
    yield


def _run(self, value):
    """A coroutine runs to its end in the candidate, where its event loop is."""
    raise StopIteration(self._espalier_link.operate("await", self._espalier_number))


def _enter(self):
    return self._espalier_link.operate("enter", self._espalier_number)


def _leave(self, kind, error, trace):
    """It may swallow nothing: it would end a block before the block's assertion. That one failed it is not told."""
    if isinstance(error, AssertionError):
        return False
    if self._espalier_link.leave(self._espalier_number, error) is True and error is not None:
        _refuse(self, "to swallow an error")
    return False


def _comparison(operation):
    def compare(self, other):
        if other is not None and not is_stand_in(other):
            _refuse(self, "compared with data")
        answer = self._espalier_link.operate(operation, self._espalier_number, other)
        return answer if type(answer) is bool else _refuse(self, "compared")

    return compare


def _may_be_sent(operation, operand) -> bool:
    if type(operand) in (int, float):
        return operation in _SCALING or operation == "radd" and operand == 0  # with which `sum` begins
    return is_stand_in(operand)


def _arithmetic(operation):
    def forward(self, *operands):
        if not all(_may_be_sent(operation, operand) for operand in operands):
            _refuse(self, "computed with data")
        result = self._espalier_link.operate(operation, self._espalier_number, *operands)
        return result if is_stand_in(result) else _refuse(self, "computed into data")

    return forward


SPECIAL = {
    "__call__": _call,
    "__next__": _next,
    "__await__": _await,
    "__len__": _length,
    "__hash__": _hash,
    "__bool__": _truth,
    "__enter__": _enter,
    "__exit__": _leave,
    **{"__%s__" % name: _forward(name) for name in _FORWARDED.split()},
    **{"__%s__" % name: _refusal(name) for name in _REFUSED.split()},
    **{"__%s__" % name: _comparison(name) for name in _COMPARISONS.split()},
    **{"__%s__" % name: _arithmetic(name) for name in _ARITHMETIC.split()},
}


def _error_namespace(special) -> dict:
    def fetch(self, name):
        number = self.__dict__.get("_espalier_number")
        if number is None or not may_be_asked(name):
            raise AttributeError(name)
        return self._espalier_of.operate("getattr", number, name)

    def text(self):
        if self._espalier_of.is_decided():
            return BaseException.__str__(self)
        return self._espalier_of.operate("str", self.__dict__["_espalier_number"])

    return {"__getattr__": fetch, "__str__": text} if "__str__" in special else {"__getattr__": fetch}


def _instance_namespace(special) -> dict:
    namespace = {name: SPECIAL[name] for name in special if name in SPECIAL}
    if "__len__" in namespace:
        namespace["__bool__"] = _truth
    return {**namespace, "__slots__": ()}


def make_class(link, number, name, bases, special, roots):
    """The stand-in of a class. `bases`: stand-ins; `special`: names of its special methods; `roots`: the built-in
    classes that it is derived from, if it is one of exceptions. Every part comes from the program."""
    kind = RemoteInstance if roots is None else BaseException
    own = tuple(base for base in bases if issubclass(base, kind))
    if roots is None:
        namespace, own = _instance_namespace(special), own or (RemoteInstance,)
    else:
        namespace = _error_namespace(special)
        own += tuple(root for root in roots if not any(issubclass(base, root) for base in own))
    namespace.update(_espalier_of=link, _espalier_class=number, __module__="solution")
    return type.__new__(RemoteClass, name, own, namespace)


def make_instance(link, kind, number):
    value = object.__new__(kind)
    _set(value, "_espalier_link", link)
    _set(value, "_espalier_number", number)
    return value


def _common_class(name, shown, special, **more):
    namespace = {method: SPECIAL[method] for method in special}
    namespace.update(
        more, __slots__=(), __class__=property(lambda self: shown), __doc__=property(_doc), _espalier_class=None
    )
    return type.__new__(RemoteClass, name, (RemoteInstance,), namespace)


def _doc(self):
    return self._espalier_link.operate("getattr", self._espalier_number, "__doc__")


def _method(name):
    return lambda self, *args: self._espalier_link.operate("getattr", self._espalier_number, name)(*args)


#: Made once, before any box: to make a class costs more than a dozen calls.
COMMON_CLASSES = {
    "f": _common_class("function", types.FunctionType, ("__call__",)),
    "b": _common_class("builtin_function_or_method", types.BuiltinFunctionType, ("__call__",)),
    "m": _common_class("method", types.MethodType, ("__call__",)),
    "g": _common_class("generator", types.GeneratorType, ("__iter__", "__next__")),
    "y": _common_class(
        "coroutine", types.CoroutineType, ("__await__",), send=_run, throw=_method("throw"), close=_method("close")
    ),
}
