"""Exceptions as values: nearest known class, arguments, cause."""
from __future__ import annotations

import builtins
import sys

from sandbox_tools.wire.peer import dict_of, mro_of
from sandbox_tools.wire.values import ERRORS, TYPE_NAMES
from sandbox_tools.wire.codec import Nonsense, fill, read, write, write_items

__builtins__ = dict(vars(builtins))

_name_of = type.__dict__["__name__"].__get__
_module_of = type.__dict__["__module__"].__get__
_args_of = BaseException.args.__get__
_cause_of = BaseException.__cause__.__get__
_set_args = BaseException.args.__set__
_set_cause = BaseException.__cause__.__set__
#: Modules whose exceptions are known by their real class. None by which a test's own machinery is steered: a program
#: that raises `unittest.SkipTest` has not passed.
_STANDARD_NAMES = (
    "argparse binascii calendar configparser copy csv dataclasses decimal email.errors http.client ipaddress json "
    "json.decoder pickle queue re shutil socket sqlite3 statistics struct subprocess tarfile urllib.error uuid "
    "xml.etree.ElementTree zipfile zlib"
)
_STANDARD = frozenset(_STANDARD_NAMES.split())


def arguments_of(error) -> tuple:
    """What its class would be called with to make it anew."""
    args = _args_of(error)
    if issubclass(type(error), OSError) and len(args) == 2:
        names = (OSError.filename.__get__(error), OSError.filename2.__get__(error))
        if names[1] is not None:
            return (*args, names[0], None, names[1])
        if names[0] is not None:
            return (*args, names[0])
    return args


def nearest_builtin(kind):
    for base in mro_of(kind):
        if base in TYPE_NAMES:
            return base
    return BaseException


def nearest_standard(kind):
    """[module, name] of the first class of the standard library that it is derived from, before any built-in one."""
    for base in mro_of(kind):
        if base in TYPE_NAMES:
            return None
        module, name = _module_of(base), _name_of(base)
        if standard_class(module, name) is base:
            return [module, name]
    return None


def write_parts(error, memo) -> list:
    """[arguments, cause]"""
    cause = _cause_of(error)
    args = [write(value, memo) for value in arguments_of(error)]
    return [args, None if cause is None else memo.peer.write_error(cause, memo)]


def write_own(error, memo):
    """[names of the built-in classes it is derived from, its class's name, what it says if that is its own, names and
    values of its attributes], None of an instance of a built-in class that has none."""
    kind = type(error)
    if kind in TYPE_NAMES and not _state_of(error):
        return None
    text = str(error) if _says_itself(kind) else None
    state = _state_of(error)
    return [roots_of(kind), _name_of(kind), text, list(state), write_items(list(state.values()), memo)]


def roots_of(kind) -> list:
    """Names of the built-in classes it is derived from, those apart that others of them are derived from."""
    found = [base for base in mro_of(kind) if base in TYPE_NAMES]
    return [TYPE_NAMES[base] for base in found if not any(base in mro_of(other)[1:] for other in found)]


def _says_itself(kind) -> bool:
    return next(base for base in mro_of(kind) if "__str__" in dict_of(base)) not in TYPE_NAMES


def _state_of(error) -> dict:
    try:
        state = object.__getattribute__(error, "__dict__")
    except AttributeError:
        return {}
    return {name: value for name, value in state.items() if type(name) is str}


def take_state(error, names, values) -> None:
    if not all(type(name) is str and (name[:2] != "__" or name == "__notes__") for name in names):
        raise Nonsense("no attribute names")
    error.__dict__.update(zip(names, values))


def own_class(names, name, text):
    """A class of Python's own classes alone, called and saying what it was told."""
    bases = tuple(builtin_error(base) for base in names)
    if type(name) is not str or not bases or not (text is None or type(text) is str):
        raise Nonsense("no class of an exception")
    namespace = {"__module__": "solution"}
    if text is not None:
        namespace["__str__"] = lambda self: text
    return type.__new__(type, name, bases, namespace)


def make_error(kind, parts, reader):
    """An instance of `kind`, made without any code that is not Python's own."""
    args, cause = parts
    args = tuple(fill(list(args), reader))
    error = None
    if kind in TYPE_NAMES:
        try:
            error = kind(*args)
        except Exception:  # the arguments are not those of its constructor
            error = None
    if error is None:
        error = nearest_builtin(kind).__new__(kind, *args)
        _set_args(error, args)
    if cause is not None:
        cause = read(cause, reader)
        if not isinstance(cause, BaseException):
            raise Nonsense("a cause that is no exception")
        _set_cause(error, cause)
    return error


def builtin_error(name):
    kind = ERRORS.get(name)
    if kind is None:
        raise Nonsense("no such exception")
    return kind


def standard_class(module, name):
    """A class of the standard library that is loaded here, if it is an exception; nothing is imported."""
    if type(module) is not str or type(name) is not str or module not in _STANDARD:
        return None
    kind = vars(sys.modules[module]).get(name) if module in sys.modules else None
    if isinstance(kind, type) and issubclass(kind, Exception) and kind.__module__ == module:
        return kind
    return None
