"""Calls of results that are functions, for cases whose trace shows none: what neighbours called theirs with, else habits."""
from __future__ import annotations

import copy

HABITS = ([], ["1"], ["'abc'"], ["[1, 2, 3]"], ["3", "2"], ["{'a': 1, 'b': 2}"], ["(lambda x: x)"], ["[3, 1, 2]", "2"], ["-1", "0", "5"], ["['b', 'a', 'c']"], ["0"], ["(lambda *items: items)"])


def with_calls(case: dict, others: list) -> list:
    """Copies of the case that also call what it returns."""
    known = [call for other in others for call in other["call"].get("then", ())][:12]
    made = []
    for call in known + [{"receiver": None, "arguments": list(arguments), "keywords": {}, "then": []} for arguments in HABITS]:
        new = copy.deepcopy(case)
        new["call"]["then"] = [copy.deepcopy(call)]
        # A decorator's result is called with a function, and so gives a function: that is called as well.
        if call["arguments"][:1] and call["arguments"][0].startswith("(lambda") and not call["then"]:
            new["call"]["then"][0]["then"] = [{"receiver": None, "arguments": list(arguments), "keywords": {}, "then": []} for arguments in (["1"], ["1", "2"])]
        for other in others:
            if call in other["call"].get("then", ()):
                new["needs"] = {"modules": sorted({*new["needs"]["modules"], *other["needs"]["modules"]}), "helpers": {**other["needs"]["helpers"], **new["needs"]["helpers"]},
                                "blobs": {**new["needs"]["blobs"], **other["needs"]["blobs"]}}
                break
        made.append(new)
    return made
