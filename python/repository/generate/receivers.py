"""Receivers for methods: states that were seen, else constructor calls that were seen, else a bare constructor."""
from __future__ import annotations

from ..trace.expression import alias
from .case_text import arguments_text


def related(context) -> list:
    """The class itself, then its subclasses and bases in the same file, by name."""
    own = context.target["qualname"].rpartition(".")[0]
    below = [name for name, bases in context.classes.items() if own in bases]
    return [own] + below + [name for name in context.classes.get(own, []) if name in context.classes]


def receivers_for(context) -> list:
    """[(expression, needs)], best first, at most 40."""
    path, module, found = context.target["path"], context.target["module"], []
    own = context.target["qualname"].rpartition(".")[0]
    for case in context.traced:
        found.append((case["call"]["receiver"], case["needs"]))
    for name in related(context)[:1 + sum(own in bases for bases in context.classes.values())]:
        found += list(context.corpus.receivers.get((path, name), {}).items())
        for case in context.corpus.makers.get((path, name), []):
            needs = {**case["needs"], "modules": sorted({*case["needs"]["modules"], module})}
            found.append(("%s.%s(%s)" % (alias(module), name, arguments_text(case["call"])), needs))
    # The same class copied to another file of the project: its inputs make one of ours.
    for (other, name), cases in context.corpus.makers.items():
        if name == own and other != path:
            for case in cases:
                needs = {**case["needs"], "modules": sorted({*case["needs"]["modules"], module})}
                found.append(("%s.%s(%s)" % (alias(module), own, arguments_text(case["call"])), needs))
    bare = {"modules": [module], "helpers": {}, "blobs": {}}
    for arguments in ("", "[]", "[1, 2, 3]", "'abc'", "{'a': 1}", "[('a', 1), ('b', 2), ('a', 3)]", "3", "[3, 1, 2, 2, 5]", "{'a': 1, 'b': 2, 'c': 1}"):
        found.append(("%s.%s(%s)" % (alias(module), own, arguments), bare))
    unique: dict = {}
    for text, needs in found:
        if text:
            unique.setdefault(text, needs)
    return list(unique.items())[:40]
