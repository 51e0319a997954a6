"""What is varied when a harness is run again, and what makes a case come out differently: data, and a pure step from records to what is next.

The original has run once, as a request of run_cases.py says by default. Five further runs vary several things each (RERUNS). A case which
differs in any is flaky and dropped. Why is asked afterwards, of those cases only:
- it differs only in addresses of objects: `memory-address`, told from the records alone;
- it differs though nothing was varied: one thing at a time is held still in several runs; the one under which they agree is the cause;
- else each thing that was varied is varied alone; those that make it differ are the causes. If `scheduling` is among them and the others change
  nothing while threads are held, it is the only cause. What random numbers change only by the order in which threads end is `scheduling`, too.
"""
from __future__ import annotations

import hashlib
import json
import re

# What can be varied (the change of a request) and held still (likewise). `conditions`: measure/conditions.py; `busy`: processes that spin
# beside the run; `order`: of the cases.
FACTORS = {
    "hash-seed": {"vary": {"hashSeed": 1}},
    "randomness": {"vary": {"seed": 1}},
    "case-order": {"vary": {"order": "reversed"}},
    # Another year, month, day of the week and hour; and the calendar runs away from the clocks that measure durations.
    "clock": {"vary": {"clock": {"shift": 34_905_600 + 19_000, "pace": 600}}, "hold": {"clock": {"start": 1_700_000_000}}},
    "time-zone": {"vary": {"environment": {"TZ": "UTC-13:45"}}, "hold": {"environment": {"TZ": "UTC0"}}},
    "locale": {"vary": {"environment": {"LANG": "C", "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}}},
    "environment": {"vary": {"environment": {"USER": "somebody", "LOGNAME": "somebody", "COLUMNS": "43", "LINES": "17", "TERM": "dumb",
                                             "NO_COLOR": "1", "DEBUG": "1", "CI": "1"}}},
    "working-folder": {"vary": {"folder": "another one, with a longer name"}},
    "directory-order": {"vary": {"conditions": {"directoryOrder": "reversed"}}, "hold": {"conditions": {"directoryOrder": "sorted"}}},
    "speed": {"vary": {"conditions": {"speed": "slow"}, "busy": 2}, "hold": {"conditions": {"speed": "held"}}},
    "scheduling": {"vary": {"conditions": {"threads": "eager"}}, "hold": {"conditions": {"threads": "inline"}}},
    "process": {"vary": {"conditions": {"process": "other"}}, "hold": {"conditions": {"process": "held"}}},
}
RERUNS = (
    {"name": "again", "vary": []},
    {"name": "other seeds", "vary": ["hash-seed", "randomness"]},
    {"name": "another place", "vary": ["time-zone", "locale", "environment", "working-folder", "directory-order"]},
    {"name": "another time, in reverse", "vary": ["clock", "case-order", "scheduling", "process"]},
    {"name": "slow", "vary": ["speed", "case-order"], "also": {"hashSeed": 2, "order": "shuffled"}},
)
# What other factors could seem to be by chance comes first: a race may come out alike three times in any process, while what a process
# decides differs with threads held, too. The calendar's clock stops the others too, so it comes after speed.
_HELD = ("scheduling", "process", "speed", "clock", "directory-order")
# How many runs have to agree under a held factor before it counts as the cause.
_AGREEING = 3
_ADDRESS = re.compile(r"0x[0-9a-fA-F]{6,}")
_NOT_COMPARED = ("feedback", "trace", "case", "variant")
_CUT_SHORT = ("timed-out", "killed")


def changes_of(rerun: dict) -> dict:
    """What a rerun changes of a request: {"hashSeed"?, "seed"?, "clock"?, "environment"?, "folder"?, "order"?, "busy"?, "conditions"?}."""
    changed: dict = {}
    parts = [FACTORS[name]["vary"] for name in rerun.get("vary", ())] + [FACTORS[name]["hold"] for name in rerun.get("hold", ())]
    for part in [*parts, rerun.get("also", {})]:
        for key, value in part.items():
            changed[key] = {**changed.get(key, {}), **value} if isinstance(value, dict) else value
    return changed


def in_order(cases, order: str | None) -> list:
    """The names of cases as given, "reversed", or "shuffled" (always the same way)."""
    if order == "reversed":
        return list(reversed(cases))
    if order == "shuffled":
        return sorted(cases, key=lambda name: hashlib.sha256(name.encode("utf-8", "surrogatepass")).hexdigest())
    return list(cases)


def text_of(record: dict) -> str:
    """What of a record is compared, to the letter: stricter than the verdict on candidates, since the original has no reason to differ. Which
    cases are dropped the gate decides by its own comparison, exact to the bit (core/repository/gates/reruns.ts); here is looked for the cause."""
    return json.dumps({name: part for name, part in record.items() if name not in _NOT_COMPARED}, sort_keys=True)


def next_step(expected: dict, done) -> dict:
    """What the runs so far say, and which to do next.

    `expected`: {case: record of the original}; `done`: the reruns that were done, in any order: {"name", "vary", "hold"?, "cases"?: the
    cases that were run, all without it, "records": {case: record}}; a case without a record there counts as having differed.
    -> {"next": [reruns as in RERUNS, with "cases"], "flaky": {case: {"causes": [...], "in": [names of reruns in which it differed]}},
        "drop": [cases], "keep": [cases]}
    It is over when "next" is empty; until then "causes" may be incomplete. "unknown" is a cause: nothing that was tried explains it.
    """
    known = {run["name"]: run for run in done}
    waiting = [dict(rerun) for rerun in RERUNS if rerun["name"] not in known]
    texts = {case: text_of(record) for case, record in expected.items()}
    flaky: dict = {}
    wanted: dict = {}
    for case in expected:
        seen = [rerun for rerun in RERUNS if rerun["name"] in known and _text(known[rerun["name"]], case) != texts[case]]
        if not seen:
            continue
        causes = None if waiting else _causes(case, texts[case], seen, known, wanted)
        flaky[case] = {"causes": causes or [], "in": [rerun["name"] for rerun in seen]}
    following = waiting or [{**rerun, "cases": [case for case in expected if case in cases]} for rerun, cases in wanted.values()]
    return {"next": following, "flaky": flaky, "drop": [case for case in expected if case in flaky],
            "keep": [case for case in expected if case not in flaky]}


def _causes(case: str, text: str, seen, known: dict, wanted: dict):
    """The causes, or None while runs are missing, which are put into `wanted`."""
    if all(_ADDRESS.sub("0x", _text(known[rerun["name"]], case) or "") == _ADDRESS.sub("0x", text) for rerun in seen):
        return ["memory-address"]
    if any(not rerun["vary"] for rerun in seen):
        return _held_cause(case, [], known, wanted)
    tried = [factor for rerun in RERUNS if rerun in list(seen) for factor in rerun["vary"]]
    if any("hashSeed" in rerun.get("also", {}) for rerun in seen):
        tried.append("hash-seed")
    tried = list(dict.fromkeys(tried))
    alone = [_text_of_run({"name": f"only {factor}", "vary": [factor]}, case, known, wanted) for factor in tried]
    if any(answer is _MISSING for answer in alone):
        return None
    causes = [factor for factor, answer in zip(tried, alone) if answer != text]
    if not causes:
        # Only together, or by chance: what would have explained it had it differed by itself is the last thing to ask.
        return _held_cause(case, list(seen[0]["vary"]), known, wanted)
    others = [cause for cause in causes if cause != "scheduling"]
    if others and others != causes:
        # A race comes out differently under any factor, by chance.
        both = [_text_of_run({"name": "scheduling held, " + name, "vary": vary, "hold": ["scheduling"]}, case, known, wanted)
                for name, vary in (("as it was", []), ("with " + ", ".join(others), others))]
        if _MISSING in both:
            return None
        if both[0] == both[1] and not _cut_short(known, "scheduling held, as it was", case):
            return ["scheduling"]
    if "randomness" in causes:
        both = [_text_of_run({"name": f"scheduling held, {name}", "vary": vary, "hold": ["scheduling"]}, case, known, wanted)
                for name, vary in (("as it was", []), ("other randomness", ["randomness"]))]
        if _MISSING in both:
            return None
        if both[0] == both[1] and not _cut_short(known, "scheduling held, as it was", case):
            causes = ["scheduling" if cause == "randomness" else cause for cause in causes]
    return causes


def _held_cause(case: str, vary: list, known: dict, wanted: dict):
    """One factor after the other is held still, the first under which several runs agree is the cause."""
    for factor in _HELD:
        runs = [{"name": f"{factor} held, {'with ' + ', '.join(vary) + ', ' if vary and number else ''}{number + 1}",
                 "vary": [name for name in vary if name != factor] if number else [], "hold": [factor]} for number in range(_AGREEING)]
        answers = [_text_of_run(run, case, known, wanted) for run in runs]
        if _MISSING in answers:
            return None
        if len(set(answers)) == 1 and answers[0] is not None and not _cut_short(known, runs[0]["name"], case):
            return [factor]
    return ["unknown"]


_MISSING = object()


def _text_of_run(rerun: dict, case: str, known: dict, wanted: dict):
    run = known.get(rerun["name"])
    if run is None or case not in run.get("cases", (case,)):
        wanted.setdefault(rerun["name"], (rerun, set()))[1].add(case)
        return _MISSING
    return _text(run, case)


def _text(run: dict, case: str):
    record = run["records"].get(case)
    return None if record is None else text_of(record)


def _cut_short(known: dict, name: str, case: str) -> bool:
    return known[name]["records"][case]["end"]["kind"] in _CUT_SHORT
