"""The generators, by name: `generate(context, have, feedback) -> [case]`.

`have` are the cases that were kept so far with what trying them said, `[(case, report)]`; `feedback` is
{"lines": [numbers that should be taken or whose change goes unnoticed]} or empty."""
from __future__ import annotations

from . import docstring_examples, options, strategies, variation
from .receivers import receivers_for
from .trial import find

EMPTY = {"modules": [], "helpers": {}, "blobs": {}}


def traces(context, have, feedback) -> list:
    return list(context.traced)


def docstring(context, have, feedback) -> list:
    target = context.target
    if target["kind"] == "method":
        return []
    return [{"call": call, "needs": EMPTY, "origin": "hypothesis", "from": "docstring"} for call in docstring_examples.calls_in(target.get("docstring") or "", target["name"])]


def hypothesis(context, have, feedback) -> list:
    function, _ = find(context.target)
    if function is None:
        return []
    return strategies.draw(context, function, receivers_for(context) if context.target["kind"] == "method" else [], 90 if len(have) < 10 else 40)


def varied(context, have, feedback, count: int = 120) -> list:
    """From those that were kept, most often from those that take lines which the feedback names."""
    parents = [(case, report) for case, report in have if "call" in case]
    if not parents:
        return []
    wanted = set(feedback.get("lines", ()))
    weights = [1 + 4 * bool(wanted & {line for arc in report["arcs"] for line in arc}) + 2 / parents_alike(report, parents) for case, report in parents]
    made = []
    for _ in range(count):
        parent = context.random.choices(parents, weights)[0][0]
        case = variation.vary(parent, context.pools, context.random)
        if case is not None:
            made.append(case)
    return made


def parents_alike(report, parents) -> int:
    return sum(other["arcs"] == report["arcs"] for _, other in parents)


GENERATORS = {"traces": traces, "docstring": docstring, "hypothesis": hypothesis, "options": options.options, "variation": varied}
