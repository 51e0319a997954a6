"""Inputs drawn by Hypothesis: a strategy per parameter, whose examples are expressions.

A strategy comes from the parameter's annotation, as the function's own module understands it; else from its
default; else from the docstring's and the name's habits, mixed with what neighbours were given for a parameter of
that name. Drawn without a database and without chance (`derandomize`), so the same request gives the same examples;
each is frozen as text. Works in a box: annotations are evaluated by the project's own code.
"""
from __future__ import annotations

import collections.abc
import inspect
import typing
import warnings

from ..trace.expression import NotWritable, Writer

CALLABLES = {
    "one": ["len", "str", "int", "bool", "abs", "(lambda x: x)", "(lambda x: x * 2)", "(lambda x: x > 1)", "(lambda x: x % 2)", "(lambda x: None)", "(lambda x: (x, x))", "str.upper"],
    "many": ["(lambda *items: items)", "(lambda x, y: x + y)", "(lambda x, y: x)", "max", "(lambda *items, **named: len(items))", "(lambda: 7)", "(lambda x, y=None, *rest: x)"],
}
NAMES = (
    (("n", "size", "count", "index", "i", "k", "num", "number", "width", "length", "start", "stop", "end", "step", "depth", "limit", "maxsize", "digits", "precision", "position"), "integers"),
    (("text", "s", "string", "str", "name", "word", "prefix", "suffix", "sep", "delimiter", "separator", "line", "pattern", "chars", "msg", "message", "content", "html", "path", "format"), "texts"),
    (("value", "x", "y", "a", "b", "obj", "item", "default", "elem", "other", "target", "fillvalue", "sentinel"), "anything"),
    (("array", "iterable", "seq", "items", "values", "collection", "coll", "src", "list", "lst", "data", "arr", "elements", "iterables", "sequence", "seqs", "arrays", "it", "args"), "lists"),
    (("func", "f", "function", "fn", "key", "pred", "predicate", "callback", "iteratee", "iteratees", "by", "binop", "comparator", "transform", "mapper", "callable", "method", "selector"), "callables"),
    (("dict", "d", "mapping", "dct", "kwargs", "dicts", "properties", "kw", "m"), "dictionaries"),
    (("flag", "strict", "reverse", "deep", "recursive", "ignore_case", "inclusive", "lower", "upper"), "booleans"),
)


class Text(str):
    """An expression as it is, among values that are still to be written."""


def pools(st, constants: list) -> dict:
    """Named strategies of small, plain values; constants of the body come up often."""
    numbers = [value for value in constants if type(value) in (int, float) and abs(value) < 10_000]
    words = [value for value in constants if type(value) is str and len(value) < 40]
    integers = st.one_of(st.integers(-3, 12), st.sampled_from([0, 1, 2, -1, 10, 100] + [number for number in numbers if type(number) is int]))
    letters = st.text(alphabet="abAB 01-_.,xyz", max_size=12)
    phrases = ["", "a", "hello world", "Foo-Bar_baz 12", "  x  ", "CamelCaseText", "a,b,c", "1.5", "caf\u00e9", "line one\nline two"]
    texts = st.one_of(letters, st.sampled_from(phrases + words), st.builds(lambda a, b, c: a + b + c, letters, st.sampled_from(words or ["-"]), letters))
    floats = st.one_of(st.sampled_from([0.0, 0.5, 1.5, -2.25, 3.14159, 1e6] + [float(number) for number in numbers]), st.integers(-40, 40).map(lambda n: n / 4))
    scalars = st.one_of(integers, texts, floats, st.booleans(), st.none())
    lists = st.one_of(st.lists(integers, max_size=7), st.lists(texts, max_size=5), st.lists(st.lists(integers, max_size=3), max_size=4), st.lists(st.tuples(integers, texts), max_size=4),
                      st.lists(st.dictionaries(st.sampled_from("abc"), integers, min_size=1, max_size=3), max_size=4))
    dictionaries = st.one_of(st.dictionaries(texts, integers, max_size=4), st.dictionaries(st.sampled_from("abcd"), st.one_of(integers, st.lists(integers, max_size=3), st.dictionaries(st.sampled_from("xy"), integers, max_size=2)), max_size=4))
    callables = st.sampled_from([Text(one) for group in CALLABLES.values() for one in group])
    return {"integers": integers, "texts": texts, "floats": floats, "booleans": st.booleans(), "lists": lists, "dictionaries": dictionaries, "callables": callables,
            "anything": st.one_of(scalars, lists, dictionaries)}


def from_type(st, kind, known: dict, depth: int = 0):
    """A strategy for a type as `typing.get_type_hints` tells it; None when there is none that would do."""
    origin, inside = typing.get_origin(kind), typing.get_args(kind)
    part = lambda one: from_type(st, one, known, depth + 1) if depth < 5 else known["integers"]
    if kind in (typing.Any, object, inspect.Parameter.empty):
        return known["anything"]
    if kind in (None, type(None)):
        return st.none()
    if isinstance(kind, typing.TypeVar):
        if kind.__constraints__:
            return st.one_of(*filter(None, map(part, kind.__constraints__)))
        return part(kind.__bound__) if kind.__bound__ not in (None, object) else st.one_of(known["integers"], known["texts"])
    for plain, name in ((bool, "booleans"), (int, "integers"), (float, "floats"), (str, "texts"), (dict, "dictionaries"), (list, "lists")):
        if kind is plain:
            return known[name]
    if kind is collections.abc.Callable or origin is collections.abc.Callable or kind is typing.Callable:
        return known["callables"]
    if origin is typing.Union or type(kind).__name__ == "UnionType":
        some = [one for one in map(part, inside) if one is not None]
        return st.one_of(*some) if some else None
    if origin is typing.Literal:
        return st.sampled_from(list(inside))
    if origin is tuple or kind is tuple:
        if not inside or inside[-1] is Ellipsis:
            return st.lists(part(inside[0]) if inside else known["integers"], max_size=4).map(tuple)
        return st.tuples(*[part(one) or known["anything"] for one in inside])
    holder = origin or kind
    if isinstance(holder, type) and holder.__module__ in ("collections.abc", "builtins", "collections", "typing"):
        if issubclass(holder, collections.abc.Mapping):
            key, value = inside if len(inside) == 2 else (str, int)
            return st.dictionaries(part(key) or known["texts"], part(value) or known["integers"], max_size=4)
        if issubclass(holder, (collections.abc.Set,)):
            return st.sets(known["integers"], max_size=4)
        if issubclass(holder, (bytes, bytearray)):
            return st.binary(max_size=8)
        if issubclass(holder, collections.abc.Iterable) or holder in (collections.abc.Iterable, collections.abc.Sequence, collections.abc.Collection):
            one = part(inside[0]) if inside else None
            return st.lists(one, max_size=5) if one is not None else known["lists"]
        if holder is collections.abc.Hashable:
            return st.one_of(known["integers"], known["texts"])
    try:
        return st.from_type(kind) if isinstance(kind, type) and not inspect.isabstract(kind) else known["anything"]
    except Exception:
        return known["anything"]


def by_name(name: str, known: dict):
    bare = name.strip("_*").lower().rstrip("0123456789")
    for names, pool in NAMES:
        if bare in names:
            return known[pool]
    for names, pool in NAMES:
        if any(bare.endswith("_" + one) or bare.startswith(one + "_") for one in names if len(one) > 1):
            return known[pool]
    return None


def hints_of(function) -> dict:
    try:
        return typing.get_type_hints(function)
    except Exception:
        return {}


def for_parameter(st, one: dict, hints: dict, known: dict, values: list):
    """The strategy of one parameter, in texts that were seen and values that are drawn."""
    choices = []
    if one["name"] in hints:
        choices.append(from_type(st, hints[one["name"]], known))
    else:
        if one["default"] is not None:
            try:
                import ast
                value = ast.literal_eval(one["default"])
                kind = {bool: "booleans", int: "integers", float: "floats", str: "texts", list: "lists", dict: "dictionaries", tuple: "lists"}.get(type(value), "")
                choices.append(known[kind] if kind else None)
            except (ValueError, SyntaxError):
                pass
        choices.append(by_name(one["name"], known))
        if not any(choice is not None for choice in choices):
            choices.append(known["anything"])
            choices.append(known["callables"])
    if values:
        choices.append(st.sampled_from([Text(text) for text, _ in values]))
    choices = [choice for choice in choices if choice is not None]
    return st.one_of(*choices)


def draw(context, function, receivers: list, count: int) -> list:
    """-> at most `count` cases of origin "hypothesis"."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from hypothesis import HealthCheck, Phase, given, settings
        from hypothesis import strategies as st
        known, hints = pools(st, context.constants), hints_of(function)
        target, parts, made, needed = context.target, {}, [], {}
        for one in context.pools.parameters:
            values = context.pools.values_for(one["name"])[:30]
            needed.update({text: needs for text, needs in values})
            try:
                strategy = for_parameter(st, one, hints, known, values)
            except Exception:
                strategy = known["anything"]
            if one["kind"] == "var-positional":
                strategy = st.lists(strategy, max_size=3)
            elif one["kind"] == "var-keyword":
                strategy = st.dictionaries(st.sampled_from(["a", "b", "key"]), strategy, max_size=2)
            elif one["default"] is not None:
                strategy = st.one_of(st.none().map(lambda _: Left()), strategy)
            parts[one["name"]] = strategy
        if target["kind"] == "method":
            if not receivers:
                return []
            parts[""] = st.sampled_from(list(range(len(receivers))))

        @settings(max_examples=count, derandomize=True, database=None, deadline=None, phases=[Phase.generate], suppress_health_check=list(HealthCheck))
        @given(st.fixed_dictionaries(parts))
        def each(values):
            case = frozen(context, values, receivers, needed)
            if case is not None:
                made.append(case)
        try:
            each()
        except Exception:
            pass
        return made[:count]


class Left:
    """An argument that is left out."""


def frozen(context, values: dict, receivers: list, needed: dict) -> dict | None:
    """The drawn values as a case."""
    writer = Writer(lambda module: True, nodes=600, characters=3000)
    arguments, keywords, left = [], {}, False
    needs = {"modules": set(), "helpers": {}, "blobs": {}}

    def text(value) -> str:
        if isinstance(value, Text):
            other = needed.get(str(value))
            if other:
                needs["modules"].update(other["modules"])
                needs["helpers"].update(other["helpers"])
                needs["blobs"].update(other["blobs"])
            return str(value)
        return writer.write(value)
    try:
        many = any(one["kind"] == "var-positional" and values[one["name"]] for one in context.pools.parameters)
        for one in context.pools.parameters:
            value = values[one["name"]]
            if one["kind"] == "var-positional":
                arguments += [text(item) for item in value] if not left else []
            elif one["kind"] == "var-keyword":
                keywords.update({key: text(item) for key, item in value.items() if key not in keywords})
            elif isinstance(value, Left) and not (many and one["kind"] != "keyword-only"):
                left = True
            elif isinstance(value, Left):
                arguments.append(one["default"])
            elif one["kind"] == "keyword-only" or (left and one["kind"] == "positional"):
                keywords[one["name"]] = text(value)
            elif not left:
                arguments.append(text(value))
        receiver = None
        if context.target["kind"] == "method":
            receiver, other = receivers[values[""]]
            needs["modules"].update(other["modules"])
            needs["helpers"].update(other["helpers"])
            needs["blobs"].update(other["blobs"])
    except (NotWritable, RecursionError):
        return None
    needs["modules"] = sorted(needs["modules"] | writer.modules)
    needs["helpers"] = {**writer.helpers, **needs["helpers"]}
    needs["blobs"].update(writer.blobs)
    return {"call": {"receiver": receiver, "arguments": arguments, "keywords": keywords, "then": []}, "needs": needs, "origin": "hypothesis"}
