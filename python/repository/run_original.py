"""Job: makes a harness ready and runs the original in it twice, in two fresh processes that differ in nothing. Decides nothing.

{"roots", "harness": as in run_cases.py, action "prepare", "limits"?, "bounds"?, "hashSeed"?, "seed"?, "clock"?}   as in run_cases.py, action "run"
 says {"prepared", "facts"} first; then, as each case of a run ends, {"run": 1 | 2, "record": as in run_cases.py}
 -> {"imports": [two as in run_cases.py, "import"; one when the first failed]} | {"error": {"code", "message"}} when there is nothing to run

What a candidate is given is `prepared` alone, in a box that never held the source it was made of: that is no concern of the original's.
"""
from __future__ import annotations

from repository import run_cases


def answer(request: dict, say) -> dict:
    """The final record; ValueError for a request that is none."""
    ready = run_cases.answer({"action": "prepare", "harness": request["harness"]}, say)
    if "error" in ready:
        return ready
    say(ready)
    told = {key: value for key, value in request.items() if key in ("roots", "limits", "bounds", "hashSeed", "seed", "clock")}
    told.update(action="run", harness=ready["prepared"])
    imports = []
    for number in (1, 2):
        final = run_cases.answer(told, lambda record, number=number: say({"run": number, "record": record}))
        imports.append(final["import"])
        if not final["import"].get("ok"):
            break
    return {"imports": imports}


if __name__ == "__main__":
    import json
    import sys

    def _say(record: dict) -> None:
        sys.stdout.write(json.dumps(record) + "\n")
        sys.stdout.flush()

    _say(answer(json.load(sys.stdin), _say))
