"""Job: with what a harness calls its function, and what comes of it. Decides nothing.

{"roots", "harness": prepared, ...}            as in run_cases.py, action "run", without "trace" and "variants"
 -> {"arguments": {parameter: [types]}, "returns": [types], "raises": [[type, its bases]],
     "examples": [{"call": "f(1)", "outcome": {"value": T} or {"raises": E}}], "import"?: as in run_cases.py when it failed}
Types as docstring/calls.py has them, in the order of their names. Examples are those of calls whose arguments are plain data, each call
once, in the order of the cases.
"""
from __future__ import annotations

from repository import run_cases

MOST_EXAMPLES = 50


def answer(request: dict, say) -> dict:
    """The final record; ValueError for a request that is none."""
    arguments: dict = {}
    returns: set = set()
    raises: dict = {}
    examples: dict = {}

    def heard(record: dict) -> None:
        traced, calls = record.get("trace") or [], record["calls"]
        for told in traced:
            for name, kind in told["arguments"].items():
                arguments.setdefault(name, set()).add(kind)
            if "returns" in told:
                returns.add(told["returns"])
        for call in calls:
            error = call["outcome"].get("raises")
            if error is not None:
                raises[error["type"]] = [error["type"], *error["bases"]]
            elif call["outcome"].get("value", 0) is None:
                returns.add("NoneType")
        # Only then is it known which call is which.
        if len(traced) == len(calls):
            for told, call in zip(traced, calls):
                if told["text"] is not None and len(examples) < MOST_EXAMPLES:
                    examples.setdefault(told["text"], call["outcome"])

    told = {key: value for key, value in request.items() if key not in ("variants", "stopAtFirstDifference")}
    told["action"] = "run"
    told["trace"] = {"module": "repository.docstring.calls", "function": "trace", "argument": None}
    final = run_cases.answer(told, heard)
    result = {
        "arguments": {name: sorted(kinds) for name, kinds in sorted(arguments.items())},
        "returns": sorted(returns),
        "raises": [raises[name] for name in sorted(raises)],
        "examples": [{"call": text, "outcome": outcome} for text, outcome in examples.items()],
    }
    if not final["import"].get("ok"):
        result["import"] = final["import"]
    return result


if __name__ == "__main__":
    import json
    import sys

    print(json.dumps(answer(json.load(sys.stdin), None)))
