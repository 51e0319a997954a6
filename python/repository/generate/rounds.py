"""All generators on one function, round by round: what is new in way or result is kept and varied further."""
from __future__ import annotations

from . import case_text, follow_up
from .generators import GENERATORS
from .keep import Kept
from .trial import spent, try_cases

# Where none of the generators was asked.
NONE = {"cases": [], "tried": 0, "refused": {}, "ways": 0, "seconds": 0.0}


def run_rounds(context, roots: tuple, limits: dict, feedback: dict, known: list = (), generators=tuple(GENERATORS)) -> dict:
    """-> {"cases": [case], "tried": n, "refused": {reason: count}, "seconds" of processor time, "ways": number of distinct ways through the function}."""
    target, kept, seen = context.target, Kept(feedback.get("lines", ())), set()
    began, tried = spent(), 0

    def offer(cases: list) -> int:
        nonlocal tried
        left = limits["seconds"] - (spent() - began)
        fresh = []
        for case in cases:
            try:
                key = case_text.case_key(target, case)
                compile("def case_():\n" + "\n".join("    " + line for line in case_text.body_text(target, case).split("\n")), "<case>", "exec")
            except (SyntaxError, ValueError, RecursionError, MemoryError):
                continue
            if key not in seen:
                seen.add(key)
                fresh.append((key, case))
        fresh = fresh[:max(0, limits["tries"] - tried)]
        if not fresh or left <= 0:
            return 0
        reports = try_cases(target, [case for _, case in fresh], left, roots)
        tried += len(fresh)
        added = 0
        for (key, case), report in zip(fresh, reports):
            if report and report.get("callable") and "call" in case and not case["call"]["then"]:
                callables.append(case)
            elif kept.offer(key, case, report):
                added += 1
        return added

    callables: list = []
    offer(list(known))
    for name in ("traces", "docstring", "hypothesis", "options"):
        if name in generators:
            offer(GENERATORS[name](context, kept.cases, feedback))
    if callables:
        others = [case for case, _ in kept.cases if "call" in case]
        more = callables[:14]
        del callables[:]
        offer([new for case in more for new in follow_up.with_calls(case, others)])
        if not kept.cases:
            for case in more[:4]:
                kept.offer(case_text.case_key(target, case), case, {"end": "finished", "arcs": [], "called": True, "size": ""})
    idle = 0
    while "variation" in generators and idle < 3 and tried < limits["tries"] and spent() - began < limits["seconds"]:
        added = offer(GENERATORS["variation"](context, kept.cases, feedback))
        idle = 0 if added else idle + 1
        if not kept.cases:
            break
        if callables:
            more, callables[:] = callables[:6], []
            offer([new for case in more for new in follow_up.with_calls(case, [case for case, _ in kept.cases if "call" in case])])
    return {"cases": [case for case, _ in kept.cases], "tried": tried, "refused": kept.refused, "ways": len(kept.ways), "seconds": round(spent() - began, 2)}
