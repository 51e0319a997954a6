"""What the job `run_cases` is asked, and answers; see there for the shapes."""
from __future__ import annotations

import json
import os
import shutil
import tempfile

from . import transform
from .limits import BOUNDS, LIMITS, chosen
from .process import FOLDERS, CodeProcess, Gone

RESTARTS = 3
# A variant that takes so many times as long to import as the unchanged definition, and a case's time more, is endless.
MOST_TIMES = 10
# A variant whose differing records are larger than this together ends, whatever it was asked for.
MOST_DIFFERING_BYTES = 1 << 20
_NOT_COMPARED = ("feedback", "trace", "case", "variant")


def answer(request: dict, say) -> dict:
    action = request.get("action")
    if action == "prepare":
        return transform.prepare(request["harness"])
    if action != "run":
        raise ValueError(f"no such action: {action}")
    base = request.get("folder") or tempfile.mkdtemp(prefix="cases-")
    try:
        with Run(request, say, base) as run:
            return run.all_variants() if "variants" in request else run.once()
    finally:
        for left in ([base] if not request.get("folder") else [os.path.join(base, name) for name in FOLDERS]):
            shutil.rmtree(left, ignore_errors=True)


class Run:
    """One request of action "run"."""

    def __init__(self, request: dict, say, base: str):
        harness = request["harness"]
        names = request.get("cases", harness["cases"])
        unknown = [name for name in names if name not in harness["cases"]]
        if unknown:
            raise ValueError(f"no such case: {unknown[0]}")
        self._request, self._say, self._base, self._names = request, say, base, names
        self._setup = {
            "roots": request["roots"], "harness": harness, "overlay": request.get("overlay") or {}, "clock": request.get("clock"),
            "limits": chosen(LIMITS, request.get("limits")), "bounds": chosen(BOUNDS, request.get("bounds")), "seed": request.get("seed", 0),
            "trace": request.get("trace"), "folder": os.path.join(base, "case"), "watch": "variants" in request,
        }
        self._expected = request.get("stopAtFirstDifference") or {}
        self._go_on = request.get("goOn", 0)
        self._process = None
        self._restarts = 0
        self._import_seconds = 0.0
        self._ran = 0

    def __enter__(self):
        return self

    def __exit__(self, *raised):
        if self._process is not None:
            self._process.close()

    def _start(self, overlay=None) -> CodeProcess:
        """Imports; a process that has not is closed already."""
        if overlay is None:
            return CodeProcess(self._request, self._setup, self._base)
        setup = {**self._setup, "overlay": {**self._setup["overlay"], **overlay}, "watch": False}
        return CodeProcess(self._request, setup, self._base, MOST_TIMES * self._import_seconds + self._setup["limits"]["cpuSeconds"])

    def once(self) -> dict:
        self._process = self._start()
        imported = self._process.imported
        if imported["ok"]:
            for name in self._names:
                self._case(name, None, None)
        return {"import": imported, "cases": self._ran}

    def all_variants(self) -> dict:
        self._process = self._start()
        imported, self._import_seconds = self._process.imported, self._process.import_seconds
        told = [self._variant(variant) for variant in self._request["variants"]] if imported["ok"] else []
        return {"import": imported, "cases": self._ran, "variants": told}

    def _variant(self, variant: dict) -> dict:
        why = "no definition is given"
        if variant.get("definition"):
            try:
                number, why = self._process.exchange(variant["definition"])
            except Gone:
                number, why = None, "the process had ended"
                self._process = self._restarted(self._process, None, None)[0]
            if number is not None:
                return {"name": variant["name"], "how": "exchanged", **self._cases_of(variant, number, None)}
        if not variant.get("overlay"):
            return {"name": variant["name"], "how": "not-run", "why": why, "ran": 0, "differed": []}
        kept, self._process = self._process, self._start(variant["overlay"])
        try:
            imported = self._process.imported
            told = {"name": variant["name"], "how": "fresh", "why": why}
            if not imported["ok"]:
                return {**told, "ran": 0, "differed": [], "import": imported}
            return {**told, **self._cases_of(variant, None, variant["overlay"])}
        finally:
            self._process.close()
            self._process = kept

    def _cases_of(self, variant: dict, number, overlay) -> dict:
        self._current = variant
        names = self._names[self._names.index(variant["after"]) + 1:] if variant.get("after") else self._names
        differed, size = [], 0
        for ran, name in enumerate(names, 1):
            differing, number = self._case(name, variant["name"], number, overlay)
            if differing:
                differed.append(name)
                size += differing
                if len(differed) > self._go_on or size > MOST_DIFFERING_BYTES:
                    return {"ran": ran, "differed": differed, **({"open": True} if ran < len(names) else {})}
        return {"ran": len(names), "differed": differed}

    def _case(self, name: str, variant, number, overlay=None) -> tuple:
        """(how large its record is if it is not the expected one, else 0; number of the variant in the process as it is now)."""
        try:
            record = self._process.case(name, number)
        except Gone:
            record = {"calls": [], "observations": [], "end": {"kind": "killed", "why": "processes"}, "feedback": {}}
            self._process, number = self._restarted(self._process, number, overlay)
        record = {"case": name, **({} if variant is None else {"variant": variant}), **record}
        self._ran += 1
        differing, expected = 0, self._expected.get(name)
        if expected is not None:
            text = _compared(record)
            differing = 0 if text == _compared(expected) else len(text)
        self._say({**record, "differs": True} if differing else record)
        return differing, number

    def _restarted(self, process: CodeProcess, number, overlay) -> tuple:
        """What ends the process that it runs in, does so a few times; then that stays ended, and every case says so."""
        process.close()
        if self._restarts >= RESTARTS:
            return process, number
        self._restarts += 1
        fresh = self._start(overlay)
        if number is not None and fresh.imported["ok"]:
            try:
                number = fresh.exchange(self._current["definition"])[0]
            except Gone:
                pass
        return fresh, number


def _compared(record: dict) -> str:
    """To the letter: who judges candidates holds more to be equal, and compares again what differs here."""
    return json.dumps({name: part for name, part in record.items() if name not in _NOT_COMPARED}, sort_keys=True)
