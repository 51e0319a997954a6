"""Values of the code under test as trees of JSON, bounded, without asking the values' own classes where that can be avoided.

Trees: null, true, false, numbers (integers below 2^53), strings, arrays (lists) and objects with one key:
  {"i": decimal}, {"f": repr}, {"c": [repr, repr]}, {"b": base64}, {"t": [..]} tuple, {"s": [..]} set, {"fs": [..]} frozenset (both sorted by
  their JSON), {"d": [[key, value]..]} dictionary in its order, {"e": "module:Class.member"}, {"y": "module:name"} what is found by that name,
  {"o": ["module:Class", state]}: state is {"d": ..} of attributes sorted by name; [content, attributes] for classes derived from plain ones;
  what the class says to pickle for classes of the standard library, {"it": {"items": [..], "more": bool, "raises": E?, "returns": T?}},
  {"fn": {"method": [function, self]}} and {"fn": {"partial": [..]}}, {"up": n}: the container n levels up, {"np": [dtype, shape, items]},
  {"opaque": "module:Class"}: nothing of it can be compared,
  {"digest": [kind, size, sha256]}: kind str, bytes, int; "tree": of a tree that is too large or deep; "cut": of the first nodes of one that
  has more than `nodes`; "items": the last item of an iterator that gives more than are told stands for so many others.
Walks are iterative: depth costs no stack, and what lies more than LEVELS deep is told by its digest.
"""
from __future__ import annotations

import base64
import copyreg
import enum
import functools
import hashlib
import io
import json
import os
import re
import sys
import types
from collections import OrderedDict, defaultdict
from itertools import islice
from pathlib import PurePath

LONG_TEXT = 64 << 10
LONG_INTEGER_BITS = 10_000
LEVELS = 60
#: Of one tree, when what a whole case may take is used up.
LEAST_NODES = 5_000
LEAST_BYTES = 1_000
_ADDRESS = re.compile(r"0x[0-9a-fA-F]{4,}")
_FUNCTIONS = (
    types.FunctionType, types.BuiltinFunctionType, types.MethodDescriptorType, types.WrapperDescriptorType, types.MethodWrapperType,
    types.ClassMethodDescriptorType, functools._lru_cache_wrapper,
)
_PLAIN_BASES = (dict, list, tuple, set, frozenset, str, bytes, bytearray, int, float, complex)
_STANDARD = getattr(sys, "stdlib_module_names", frozenset())
#: What harnesses are compiled as (server.py).
_HARNESS_FILE = "<harness_under_run>"
_VIEWS = {type({}.keys()): list, type({}.values()): list, type({}.items()): list, types.MappingProxyType: dict, memoryview: bytes}
_encode = json.JSONEncoder(separators=(",", ":")).encode


def canonical(tree) -> str:
    """The one JSON text of a tree, ASCII."""
    return _encode(tree)


def digest(kind: str, size: int, data: bytes) -> dict:
    return {"digest": [kind, size, hashlib.sha256(data).hexdigest()]}


def _is_standard(module: str) -> bool:
    top = module.partition(".")[0]
    if _STANDARD or top in sys.builtin_module_names:
        return top in _STANDARD or top in sys.builtin_module_names
    file = getattr(sys.modules.get(top), "__file__", None) or ""
    return file.startswith(os.path.dirname(os.__file__) + os.sep) and "-packages" not in file


def _mro(kind: type) -> tuple:
    return type.__dict__["__mro__"].__get__(kind)


def _holds_base(kind: type, base: type) -> bool:
    """`issubclass` for a base that is abstract: without asking either class."""
    return any(one is base for one in _mro(kind))


def name_of(kind: type) -> str:
    """"module:qualified name" of a class, by what the class itself holds."""
    module, name = type.__getattribute__(kind, "__module__"), type.__getattribute__(kind, "__qualname__")
    return f"{_public(module, name, kind) if type(module) is str else '?'}:{name}"


def _public(module: str, name: str, value) -> str:
    """The module of the standard library that offers what a private part of it defines, as one version does and others do not:
    `pathlib` for `pathlib._local`."""
    package, _, part = module.rpartition(".")
    if not package or not part.startswith("_") or not _is_standard(module):
        return module
    held = getattr(sys.modules.get(package), "__dict__", {})
    return _public(package, name, value) if held.get(name) is value else module


def found_name(value):
    """"module:name" by which a class or function is found, None where it is not: a local one, or another has that name now."""
    try:
        module = getattr(value, "__module__", None) or getattr(getattr(value, "__objclass__", None), "__module__", None)
        name = getattr(value, "__qualname__", None)
        found = sys.modules.get(module) if type(module) is str else None
        if found is None or type(name) is not str:
            return None
        for part in name.split("."):
            found = getattr(found, part, None)
        return f"{_public(module, name, value)}:{name}" if found is value else None
    except BaseException:
        # Whatever a foreign class does when it is asked for its name.
        return None


def text_tree(value: str):
    try:
        data = value.encode("utf-8")
    except UnicodeError:
        return {"o": ["builtins:str", {"b": base64.b64encode(value.encode("utf-8", "surrogatepass")).decode()}]}
    return value if len(data) <= LONG_TEXT else digest("str", len(value), data)


def _bytes_tree(value: bytes):
    return {"b": base64.b64encode(value).decode()} if len(value) <= LONG_TEXT else digest("bytes", len(value), value)


def _integer_tree(value: int):
    if -(1 << 53) < value < 1 << 53:
        return value
    size = value.bit_length()
    if size > LONG_INTEGER_BITS:
        return digest("int", size, value.to_bytes(size // 8 + 1, "little", signed=True))
    return {"i": str(value)}


_LEAVES = {
    type(None): lambda value: None,
    bool: lambda value: value,
    int: _integer_tree,
    float: lambda value: {"f": repr(value)},
    complex: lambda value: {"c": [repr(value.real), repr(value.imag)]},
    str: text_tree,
    bytes: _bytes_tree,
    bytearray: lambda value: {"o": ["builtins:bytearray", _bytes_tree(bytes(value))]},
    range: lambda value: {"o": ["builtins:range", [_integer_tree(n) for n in (value.start, value.stop, value.step)]]},
    type(Ellipsis): lambda value: {"y": "builtins:Ellipsis"},
    type(NotImplemented): lambda value: {"y": "builtins:NotImplemented"},
}


_TEXTS = (str, bytes, bytearray)


def _pairs(results: list) -> list:
    return [[results[i], results[i + 1]] for i in range(0, len(results) - 1, 2)]


def _flat(pairs):
    for key, value in pairs:
        yield key
        yield value


def _tagged(tag: str):
    return lambda results: {tag: results}


def _sorted(tag: str):
    return lambda results: {tag: sorted(results, key=canonical)}


_CONTAINERS = {
    list: lambda value: (iter(value[:]), lambda results: results),
    tuple: lambda value: (iter(value), _tagged("t")),
    set: lambda value: (iter(value.copy()), _sorted("s")),
    frozenset: lambda value: (iter(value), _sorted("fs")),
    dict: lambda value: (_flat(value.copy().items()), lambda results: {"d": _pairs(results)}),
}


class _Attributes:
    """Stands for the attributes of an instance within a walk."""

    def __init__(self, values: dict):
        self.values = values


class _Open:
    """A container whose children are being walked."""

    __slots__ = ("value", "children", "finish", "results", "height")

    def __init__(self, value, children, finish):
        self.value, self.children, self.finish = value, children, finish
        self.results, self.height = [], 0


def is_lazy(value) -> bool:
    """Whether it is an iterator of Python's own: looking at its items uses them up."""
    kind = type(value)
    return type.__getattribute__(kind, "__module__") in ("builtins", "itertools") and hasattr(kind, "__next__")


def attributes_of(value):
    """Those an instance holds in its dictionary and slots, sorted by name; None when its class gives it neither."""
    held, has_any = {}, False
    for kind in _mro(type(value)):
        slots = kind.__dict__.get("__slots__", ())
        for name in (slots,) if type(slots) is str else tuple(slots):
            if name in ("__dict__", "__weakref__") or type(name) is not str:
                continue
            has_any = True
            mangled = f"_{kind.__name__.lstrip('_')}{name}" if name.startswith("__") and not name.endswith("__") else name
            try:
                held[name] = kind.__dict__[mangled].__get__(value, kind)
            except (AttributeError, KeyError):
                continue
    try:
        own = object.__getattribute__(value, "__dict__")
    except AttributeError:
        own = None
    if type(own) is dict:
        has_any = True
        held.update((name, own[name]) for name in list(own) if type(name) is str)
    return {name: held[name] for name in sorted(held)} if has_any else None


class Outcomes:
    """Encodes the values of one case. Iterators are told as empty at first and filled by `drain`, or by who follows them."""

    def __init__(self, bounds: dict, folder: str = ""):
        self._bounds, self._folder, self._base = bounds, folder, os.path.dirname(folder)
        self._nodes, self._most_nodes, self._was_cut = 0, 0, False
        self._nodes_left, self._bytes_left = bounds["caseNodes"], bounds["caseBytes"]
        self._follow = True
        self.waiting = []    # (iterator, its node)
        self.followed = {}   # id of an iterator that stands in for another -> (it, its node)
        self._beyond = {}    # id of a node that has all the items it may -> (it, how many more, their digest so far)

    def tree(self, value, follow: bool = True):
        """Bounded in nodes. With `follow` false an iterator is opaque, and stays as it is."""
        self._nodes, self._was_cut, self._follow = 0, False, follow
        self._most_nodes = min(self._bounds["nodes"], max(self._nodes_left, LEAST_NODES))
        before = len(self.waiting)
        try:
            tree = self._walk(value)
        except BaseException:
            return {"opaque": name_of(type(value))}
        finally:
            self._nodes_left -= self._nodes
        if self._was_cut:
            data = canonical(tree).encode()
            return digest("cut", len(data), data)
        return tree if len(self.waiting) > before else self.bounded(tree)

    def bounded(self, tree):
        """The tree, or its digest when its text is too long."""
        text = canonical(tree)
        if len(text) > min(self._bounds["bytes"], max(self._bytes_left, LEAST_BYTES)):
            return digest("tree", len(text), text.encode())
        self._bytes_left -= len(text)
        return tree

    def new_items(self) -> dict:
        return {"items": [], "more": False}

    def add_item(self, node: dict, item) -> bool:
        """Tells an item of an iterator, or makes it part of the digest of those that are not told; False: there are too many of them."""
        items = node["items"]
        if id(node) not in self._beyond and len(items) < self._bounds["items"]:
            items.append(self.tree(item))
            return True
        _, count, so_far = self._beyond.get(id(node)) or (node, 0, hashlib.sha256())
        if self._bounds["items"] + count >= self._bounds["digestedItems"] or self._nodes_left <= 0:
            node["more"] = True
            return False
        text = canonical(self.tree(item, follow=False))
        if '{"opaque":' in text:
            # A digest would make two of them alike.
            node["more"] = True
            return False
        so_far.update(text.encode() + b"\n")
        del items[self._bounds["items"]:]
        items.append({"digest": ["items", count + 1, so_far.hexdigest()]})
        self._beyond[id(node)] = (node, count + 1, so_far)
        return True

    def drain(self, run_async) -> None:
        """Ends every iterator that was told of: to its end, or to the bound."""
        drained = 0
        while self.waiting and drained < 1000:
            iterator, node = self.waiting.pop(0)
            drained += 1
            self._drain_one(iterator, node, run_async)

    def _drain_one(self, iterator, node: dict, run_async) -> None:
        # One that is followed notes what it gives by itself.
        add = (lambda item: not node["more"]) if id(iterator) in self.followed else (lambda item: self.add_item(node, item))
        try:
            if isinstance(iterator, types.AsyncGeneratorType):
                run_async(_take_async(iterator, add))
                return
            for item in iterator:
                if not add(item):
                    break
        except BaseException as error:
            node.setdefault("raises", self.error(error))

    def _walk(self, value):
        top = _Open(None, iter((value,)), None)
        stack, at = [top], {}
        while True:
            frame = stack[-1]
            deeper = None
            for child in frame.children:
                self._nodes += 1
                if self._nodes > self._most_nodes:
                    self._was_cut = True
                    frame.results.append({"digest": ["cut", 0, ""]})
                    break
                leaf = _LEAVES.get(type(child))
                if leaf is not None:
                    if type(child) in _TEXTS:
                        # A long text is as much work as many values.
                        self._nodes += len(child) >> 6
                        child = self.without_folder(child) if type(child) is str else child
                    frame.results.append(leaf(child))
                    continue
                if id(child) in at:
                    frame.results.append({"up": len(stack) - at[id(child)]})
                    continue
                opened = self._opened(child)
                if isinstance(opened, _Open):
                    deeper = opened
                    break
                frame.results.append(opened)
            if deeper is not None:
                at[id(deeper.value)] = len(stack)
                stack.append(deeper)
                continue
            if frame is top:
                return top.results[0]
            stack.pop()
            at.pop(id(frame.value), None)
            tree, height = frame.finish(frame.results), frame.height + 1
            if height >= LEVELS:
                text = canonical(tree)
                tree, height = digest("tree", len(text), text.encode()), 0
            stack[-1].results.append(tree)
            stack[-1].height = max(stack[-1].height, height)

    def _opened(self, value):
        """A finished tree, or an `_Open`."""
        kind = type(value)
        plain = _CONTAINERS.get(kind)
        if plain is not None:
            return _Open(value, *plain(value))
        if kind is _Attributes:
            names = list(value.values)
            return _Open(value, iter(value.values.values()), lambda results: {"d": [list(pair) for pair in zip(names, results)]})
        try:
            return self._object(value, kind)
        except BaseException:
            # Whatever a foreign class raises when it is looked at.
            return {"opaque": name_of(kind)}

    def _object(self, value, kind):
        if issubclass(kind, type) or kind in _FUNCTIONS or kind is types.ModuleType:
            return self._named(value, kind)
        if kind is types.MethodType:
            return _Open(value, iter((value.__func__, value.__self__)), lambda results: {"fn": {"method": results}})
        if kind is functools.partial:
            return _Open(value, iter((value.func, value.args, value.keywords)), lambda results: {"fn": {"partial": results}})
        if issubclass(kind, enum.Enum):
            name = value.__dict__.get("_name_")
            if type(name) is str:
                return {"e": f"{name_of(kind)}.{name}"}
            return _Open(value, iter((value.__dict__.get("_value_"),)), lambda results: {"o": [name_of(kind), results]})
        if is_lazy(value) or kind is types.AsyncGeneratorType:
            return self._iterator(value, kind)
        if kind is types.CoroutineType:
            return {"opaque": name_of(kind)}
        return self._library_tree(value, kind) or self._instance(value, kind)

    def _named(self, value, kind):
        if kind is types.ModuleType:
            return {"y": f"{value.__name__}:"} if sys.modules.get(value.__name__) is value else {"opaque": "builtins:module"}
        name = found_name(value)
        if name is not None:
            return {"y": name}
        bound_to = getattr(value, "__self__", None) if kind in (types.BuiltinFunctionType, types.MethodWrapperType) else None
        if bound_to is not None and type(bound_to) is not types.ModuleType:
            return _Open(value, iter((value.__name__, bound_to)), lambda results: {"fn": {"method": results}})
        if kind is types.FunctionType and value.__code__.co_filename == _HARNESS_FILE:
            # An input that comes back: the same text made it, in the original's run and in a candidate's.
            code, cells = value.__code__, [cell.cell_contents for cell in value.__closure__ or () if cell != types.CellType()]
            place = [value.__qualname__, hashlib.sha256(code.co_code).hexdigest()[:16], list(code.co_names)]
            plain = [one for one in code.co_consts if type(one) in _LEAVES]
            return _Open(value, iter((place, plain, value.__defaults__, cells)), lambda results: {"fn": {"harness": results}})
        return {"opaque": name_of(kind)}

    def _iterator(self, value, kind):
        if not self._follow:
            return {"opaque": name_of(kind)}
        known = self.followed.get(id(value))
        node = known[1] if known else self.new_items()
        self.waiting.append((value, node))
        return {"it": node}

    def _library_tree(self, value, kind):
        """Arrays and tables of libraries that the code itself has loaded."""
        numpy = sys.modules.get("numpy")
        if numpy is not None and issubclass(kind, getattr(numpy, "generic", ())):
            return _Open(value, iter((value.item(),)), lambda results: {"np": [value.dtype.str, [], results]})
        if numpy is not None and kind is getattr(numpy, "ndarray", None):
            if value.dtype.hasobject or value.nbytes <= LONG_TEXT:
                return _Open(value, iter(value.ravel().tolist()), lambda results: {"np": [value.dtype.str, list(value.shape), results]})
            return {"np": [value.dtype.str, list(value.shape), digest("bytes", value.nbytes, value.tobytes())]}
        pandas = sys.modules.get("pandas")
        if pandas is not None and kind in (getattr(pandas, "DataFrame", None), getattr(pandas, "Series", None)):
            parts = value.to_dict("split") if kind is pandas.DataFrame else [list(value.index), list(value.values), value.name]
            types_of = [str(t) for t in (value.dtypes if kind is pandas.DataFrame else [value.dtype])]
            labels = [[str(axis.dtype), list(axis.names)] for axis in value.axes]
            return _Open(value, iter((parts, types_of, labels)), lambda results: {"o": [name_of(kind), results]})
        return None

    def _instance(self, value, kind):
        name = name_of(kind)
        for base in _PLAIN_BASES:
            if issubclass(kind, base):
                return _Open(value, iter((_content(value, base), self._own(value))), lambda results: {"o": [name, results]})
        if issubclass(kind, BaseException):
            args = BaseException.args.__get__(value)
            return _Open(value, iter((args, self._own(value))), lambda results: {"o": [name, results]})
        if _holds_base(kind, io.IOBase.__base__):
            in_memory = kind in (io.StringIO, io.BytesIO) and not value.closed
            return _Open(value, iter((value.getvalue(), value.tell())), lambda results: {"o": [name, results]}) if in_memory else {"opaque": name}
        if kind is re.Match:
            return _Open(value, iter((value.re, value.string, value.pos, value.endpos, value.regs)), lambda results: {"o": [name, results]})
        if kind in _VIEWS:
            return _Open(value, iter((_VIEWS[kind](value),)), lambda results: {"o": [name, results]})
        if issubclass(kind, PurePath) and _is_standard(kind.__module__):
            return {"o": [name, text_tree(self.without_folder(str(value)))]}
        attributes = attributes_of(value)
        reducer = listed = copyreg.dispatch_table.get(kind)
        if reducer is None and (attributes is None or _reduces_as_the_library_says(kind)):
            reducer = lambda held: held.__reduce_ex__(4)
        if reducer is None and not _hides_state(kind):
            return _Open(value, iter((_Attributes(attributes),)), lambda results: {"o": [name, results[0]]})
        if reducer is None:
            return {"opaque": name}
        if listed is None and attributes is None and kind.__reduce_ex__ is object.__reduce_ex__ and kind.__reduce__ is object.__reduce__ and kind.__flags__ & 1 << 9:
            return {"o": [name, None]} if kind.__basicsize__ <= object.__basicsize__ + 16 else {"opaque": name}
        said = reducer(value)
        if type(said) is not tuple:
            return {"o": [name, said if type(said) is str else None]}
        parts = list(said[:2]) + [part for part in said[2:3] if part is not None]
        parts += [list(islice(part, self._bounds["nodes"])) for part in said[3:5] if part is not None]
        return _Open(value, iter(parts), lambda results: {"o": [name, results]})

    def _own(self, value):
        attributes = attributes_of(value)
        if issubclass(type(value), defaultdict):
            attributes = {"default_factory": value.default_factory, **(attributes or {})}
        return _Attributes(attributes) if attributes else None

    def error(self, error: BaseException) -> dict:
        """{"type", "bases", "message", "args"?} of an exception; addresses and the case's own folder are gone from its message."""
        kind = type(error)
        standard = [base.__name__ for base in _mro(kind)[1:] if base.__module__ == "builtins" and base is not object]
        told = {"type": name_of(kind), "bases": standard, "message": None}
        try:
            message = str(error)
            told["message"] = self._normalised(message if type(message) is str else "")
            if kind.__str__ not in (BaseException.__str__, KeyError.__str__, OSError.__str__) and kind.__module__ != "builtins":
                # The message need not show them then.
                told["args"] = self.tree(BaseException.args.__get__(error), follow=False)
        except BaseException:
            # What a foreign class does when it is asked for its words.
            pass
        return told

    def _normalised(self, text: str) -> str:
        text = self.without_folder(_ADDRESS.sub("0x…", text))
        return text_tree(text if len(text) <= 4096 else f"{text[:2048]}…{hashlib.sha256(text.encode('utf-8', 'replace')).hexdigest()}")

    def without_folder(self, text: str) -> str:
        """Folders of a run have names that no two runs share."""
        return text.replace(self._folder, "<folder>").replace(self._base, "<base>") if self._folder and self._base in text else text


async def _take_async(iterator, add) -> None:
    async for item in iterator:
        if not add(item):
            await iterator.aclose()
            return


def _content(value, base):
    """What an instance of a class derived from a plain one holds of that, by the plain one's own methods."""
    if base is dict:
        return dict(OrderedDict.items(value)) if issubclass(type(value), OrderedDict) else dict(dict.items(value))
    if base in (list, tuple, bytes, str, bytearray):
        return base.__getitem__(value, slice(None)) if base is not str else str.__str__(value)
    if base in (set, frozenset):
        return base(base.__iter__(value))
    if base is complex:
        return complex(complex.real.__get__(value), complex.imag.__get__(value))
    return int.__int__(value) if base is int else float.__float__(value)


def _hides_state(kind: type) -> bool:
    """Whether a class that is not Python's own text, among those that it derives from, keeps something where no attribute shows it."""
    return any(
        one is not object and one.__basicsize__ > one.__base__.__basicsize__ and not {"__dict__", "__weakref__", "__slots__"} & one.__dict__.keys()
        for one in _mro(kind)
    )


def _reduces_as_the_library_says(kind: type) -> bool:
    """Whether what pickle is told is said by a class of Python's own, other than `object`."""
    for held in _mro(kind):
        own = [name for name in ("__reduce_ex__", "__reduce__") if name in held.__dict__]
        if own:
            return held is not object and _is_standard(held.__module__)
    return False
