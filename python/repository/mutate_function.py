"""Job: tells the mutants of one definition, and in which cases of a harness they give something else. Decides nothing.

{"action": "list", "definition": {"source": text of the file, "first", "last"}, "limit"?: 60, "covered"?: [lines that some case ran]}
 -> {"mutants": [...], "counts": {...}, "byOperator": {...}}                  shapes: mutate/mutants.py

{"action": "run", the same, and in "definition" also "module": what the project imports the file as (or its path below the project); "file", its
 path below the project, in the place of "source",
 "roots", "harness": prepared, "limits"?, ...                                  as in run_cases.py, action "run", without "trace"
 "cases"?: [names, in the order in which a mutant meets them]                  strongest first costs least
 "expected": {case: record of the original},
 "known"?: {mutant's name: its result}},                               what an interrupted run has told: these are not run again
 "after"?: {mutant's name: case},                                      the last one that it is not run in
 "goOn"?: 0}                                                           so many cases that differ do not end a mutant
 says of each case that differs {"mutant": name, "case", "record": what is compared of it}, and, as each mutant ends,
 {"mutant": name, "status": "killed" | "survived" | "uncovered" | "not-run" | "waiting", "by": [cases], "open"?: true, "why"?: str}
 -> {"mutants": [mutant with "status", "by", "open"?, "why"?], "counts": {..., "killed", "survived", ...}, "byOperator",
     "score": killed of all those that could be run, uncovered ones counted as survivors; null without any,
     "unstable": [cases in which the unchanged definition differed from `expected`: compared with nothing],
     "import"?: as in run_cases.py when it failed}
 or {"error": {"code": "no_definition", "message"}}

"killed": the records of the cases in "by" are not the expected ones, to the letter; running out of time is a different record. With no case
there, the project was not imported with it. Candidates are compared more leniently (the order of a dict, the last digits of a float), so
whether the mutant is noticed is decided where they are judged, from the records; if it is not, "open" says that there are cases left to ask
"after" these. "waiting": not run, as enough has been said already; to be asked again.

The unchanged definition runs as the first of the variants, rewritten where that can be done in place: cases that differ then look at its
code, or at chance, and would kill everything. To the letter as well: what is dropped too much is no danger.
"""
from __future__ import annotations

import json
import sys

from repository import run_cases
from repository.measure.definition_text import definition_text, file_text
from repository.mutate.edits import apply
from repository.mutate.mutants import LIMIT, mutants_of, rewritten

# Variants told at a time: what is lost when a run is interrupted; each time the project is imported again.
BATCH = 20
# An endless mutant costs as long as a case may take; those of a harness take milliseconds.
WALL_SECONDS = 2.0
MOST_UNSTABLE = 5
# Of records that are said: no batch begins beyond it.
MOST_SAID_BYTES = 32 << 20
_OWN = ("action", "definition", "limit", "covered", "expected", "known", "after", "trace", "variants", "stopAtFirstDifference")
_ASIDE = ("case", "variant", "differs", "feedback", "trace")


def answer(request: dict, say) -> dict:
    """The final record; ValueError for a request that is none."""
    definition = request["definition"]
    if request["action"] not in ("list", "run"):
        raise ValueError(f"no such action: {request['action']}")
    covered = request.get("covered")
    try:
        definition = {**definition, "source": file_text(request)}
        listed = mutants_of(definition["source"], definition["first"], definition["last"], request.get("limit", LIMIT),
                            None if covered is None else frozenset(covered))
    except ValueError as error:
        return {"error": {"code": "no_definition", "message": str(error)}}
    return listed if request["action"] == "list" else _Runs({**request, "definition": definition}, listed, say).answer()


class _Runs:
    def __init__(self, request: dict, listed: dict, say):
        self._request, self._listed, self._say = request, listed, say
        self._expected = dict(request["expected"])
        self._unstable: list = []
        self._results = dict(request.get("known") or {})
        self._failed_import = None
        self._said_bytes = 0

    def answer(self) -> dict:
        waiting = []
        for mutant in self._listed["mutants"]:
            if mutant["name"] in self._results:
                continue
            if not mutant["covered"]:
                self._tell(mutant["name"], "uncovered", [], "no case runs this line")
            else:
                waiting.append(mutant)
        while waiting and not self._gave_up() and self._said_bytes <= MOST_SAID_BYTES:
            batch = waiting[:BATCH]
            if self._ran(batch):
                waiting = waiting[len(batch):]
            elif self._failed_import is None:
                # What such a case noticed before it was found out does not stand.
                waiting += [mutant for mutant in self._listed["mutants"] if self._unstable[-1] in self._results.get(mutant["name"], {}).get("by", ())]
        status = "not-run" if self._gave_up() else "waiting"
        why = "the project was not imported" if self._failed_import else "the unchanged definition differs from what is expected"
        for mutant in waiting:
            self._tell(mutant["name"], status, [], why if status == "not-run" else "enough was said")
        return self._told()

    def _gave_up(self) -> bool:
        return self._failed_import is not None or len(self._unstable) >= MOST_UNSTABLE

    def _ran(self, batch) -> bool:
        """Runs a batch; False when a case turned out to be unstable and the batch has to be run again without it."""
        definition = self._request["definition"]
        source = definition["source"]
        unchanged = rewritten(definition_text(source, definition["first"], definition["last"]))
        variants = [{"name": "unchanged", "definition": unchanged, "overlay": {definition["module"]: source}}]
        for mutant in batch:
            variant = {"name": mutant["name"], "overlay": {definition["module"]: apply(source, mutant)},
                       "after": self._request.get("after", {}).get(mutant["name"])}
            if "definition" in mutant:
                variant["definition"] = mutant["definition"]
            variants.append(variant)
        told = {key: value for key, value in self._request.items() if key not in _OWN}
        told.update(action="run", variants=variants, stopAtFirstDifference=self._expected)
        told["limits"] = {"wallSeconds": WALL_SECONDS, **(told.get("limits") or {})}
        final = run_cases.answer(told, self._hand_over)
        if not final["import"].get("ok"):
            self._failed_import = final["import"]
            return False
        unchanged, *others = final["variants"]
        if unchanged["differed"]:
            self._unstable.append(unchanged["differed"][0])
            self._expected.pop(self._unstable[-1], None)
            return False
        for variant in others:
            if variant["how"] == "not-run":
                self._tell(variant["name"], "not-run", [], variant.get("why"))
            elif "import" in variant:
                self._tell(variant["name"], "killed", [], "the project could not be imported with it")
            else:
                self._tell(variant["name"], "killed" if variant["differed"] else "survived", variant["differed"], None, variant.get("open", False))
        return True

    def _hand_over(self, record: dict) -> None:
        if record.get("differs"):
            compared = {name: part for name, part in record.items() if name not in _ASIDE}
            self._said_bytes += len(json.dumps(compared))
            self._say({"mutant": record["variant"], "case": record["case"], "record": compared})

    def _tell(self, name: str, status: str, cases: list, why, is_open=False) -> None:
        result = {"status": status, "by": cases, **({"open": True} if is_open else {}), **({"why": why} if why else {})}
        self._results[name] = result
        self._say({"mutant": name, **result})

    def _told(self) -> dict:
        mutants = [{**{key: value for key, value in mutant.items() if key != "definition"}, **self._results[mutant["name"]]}
                   for mutant in self._listed["mutants"]]
        counts = {status: sum(1 for mutant in mutants if mutant["status"] == status)
                  for status in ("killed", "survived", "uncovered", "not-run", "waiting")}
        of = counts["killed"] + counts["survived"] + counts["uncovered"]
        result = {
            "mutants": mutants,
            "counts": {**self._listed["counts"], **counts},
            "byOperator": self._listed["byOperator"],
            "score": counts["killed"] / of if of else None,
            "unstable": self._unstable,
        }
        if self._failed_import is not None:
            result["import"] = self._failed_import
        return result


if __name__ == "__main__":
    def _say(record: dict) -> None:
        sys.stdout.write(json.dumps(record) + "\n")
        sys.stdout.flush()

    _say(answer(json.load(sys.stdin), _say))
