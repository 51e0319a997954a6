"""Optional arguments, one after the other given to calls that are known to work: what they are for shows in no call that leaves them out.

`options(context, have, feedback) -> [case]`; without chance: the same calls give the same cases."""
from __future__ import annotations

import ast
import copy

from .variation import parameter_index, take

PARENTS, PER_PARAMETER, MOST = 5, 8, 150
FOR_NONE = ("0", "1", "2", "''", "'a'", "[1]", "True", "str", "len", "(lambda value: value)", "{'a': 1}", "-1")


def alternatives(one: dict, context) -> list:
    """[(expression, needs)] of other values than the default, likely ones first."""
    nothing = {"modules": [], "helpers": {}, "blobs": {}}
    made = []
    try:
        value = ast.literal_eval(one["default"])
    except (ValueError, SyntaxError, TypeError, RecursionError, MemoryError):
        value = Ellipsis
    if type(value) is bool:
        made = [repr(not value)]
    elif type(value) is int:
        made = [repr(each) for each in (value + 1, value - 1, 0, 2, -1, 5)]
    elif type(value) is float:
        made = [repr(each) for each in (value + 1, -value, 0.5, value / 2)]
    elif type(value) is str:
        made = [repr(each) for each in ("", "x", value + "x", value.upper(), value[:1])] + [repr(each) for each in context.pools.texts[:4]]
    elif value in ((), [], {}):
        made = ["[1]", "(1,)", "{'a': 1}", "['a']"]
    known = [(text, needs) for text, needs in context.pools.values_for(one["name"]) if text != one["default"]]
    if value is None:
        made += FOR_NONE
    if value is not None:
        # Many a function takes it for what is not said; where it does not, the case is refused.
        made.insert(2, "None")
    rest = [(text, nothing) for text in made if text != one["default"]]
    # Both have their turn: seen values know the form, made ones the edges.
    mixed = [each for pair in zip(rest, known) for each in pair] + rest[len(known):] + known[len(rest):]
    return list(dict((text, (text, needs)) for text, needs in mixed).values())[:PER_PARAMETER]


def parents(have: list) -> list:
    """Calls that take different ways through the function."""
    ways: dict = {}
    for case, report in have:
        if "call" in case and report.get("end") == "finished":
            ways.setdefault(str(report["arcs"]), case)
    first = list(ways.values())[:PARENTS]
    others = [case for case, report in have if "call" in case and report.get("end") == "finished" and not any(case is one for one in first)]
    return first + others[:max(0, PARENTS - len(first))]


def options(context, have: list, feedback: dict) -> list:
    made = []
    optional = [one for one in context.pools.parameters if one.get("default") is not None and one["kind"] in ("positional", "keyword-only")]
    for one in optional:
        place = parameter_index(context.pools, one["name"])
        for text, needs in alternatives(one, context):
            for parent in parents(have):
                call, own = copy.deepcopy(parent["call"]), copy.deepcopy(parent["needs"])
                if place < len(call["arguments"]):
                    call["arguments"][place] = text
                else:
                    call["keywords"][one["name"]] = text
                take(own, needs)
                made.append({"call": call, "needs": own, "origin": "variation", "from": parent.get("from", parent["origin"])})
    return made[:MOST]
