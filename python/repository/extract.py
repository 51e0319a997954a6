"""Job: reads a repository's tree and tells every file and every definition in it.

Request: {"roots": {"source", "project"?}, "keep"?: [reasons of exclusion that do not count, e.g. "tests"],
"limits"?: {"fileBytes", "totalBytes", "entries", "definitions"}}.
Records, by path: {"record": "file", "path", "status", "detail", "module", "projectPath", "by", "sha256", "definitions"},
{"record": "definition", "module", "projectPath", ...the facts}, {"record": "lost", "id", "status"}.
Answer: {"record": "end", "files": {status: count}, "excluded": {reason: count}, "definitions", "lost", "truncated"}.
"""
from __future__ import annotations

import hashlib

from repository.text.definitions import definitions
from repository.text.files import LARGEST_FILE, LARGEST_TOTAL, MOST_ENTRIES, OPENED, walk
from repository.text.modules import InstalledFiles, locate
from repository.text.source import PARSED, Unreadable, read_source

MOST_DEFINITIONS = 1_000_000


def _read(raw, largest):
    try:
        return read_source(raw, largest), PARSED, ""
    except Unreadable as problem:
        return None, problem.status, problem.detail


def answer(request: dict, say) -> dict:
    roots, limits = request["roots"], request.get("limits", {})
    largest = limits.get("fileBytes", LARGEST_FILE)
    left = limits.get("definitions", MOST_DEFINITIONS)
    installed = InstalledFiles(roots["project"]) if roots.get("project") else None
    files, excluded, told, lost = {}, {}, 0, 0
    for entry in walk(roots["source"], tuple(request.get("keep", ())), largest=largest,
                      total=limits.get("totalBytes", LARGEST_TOTAL), most=limits.get("entries", MOST_ENTRIES)):
        status, detail, source, found = entry.status, entry.detail, None, []
        place = {"module": None, "projectPath": None, "by": None}
        if status == OPENED:
            source, status, detail = _read(entry.raw, largest)
            place = locate(roots["source"], entry.path, entry.raw, installed)
        files[status] = files.get(status, 0) + 1
        if status == "excluded":
            excluded[detail] = excluded.get(detail, 0) + 1
        if source is not None:
            try:
                found = list(definitions(source, entry.path))
            except (RecursionError, MemoryError):
                status, found = "too-deep", []
        say({"record": "file", "path": entry.path, "status": status, "detail": detail, **place,
             "sha256": None if entry.raw is None else hashlib.sha256(entry.raw).hexdigest(), "definitions": len(found)})
        for record, problem in found:
            if record is None:
                lost += 1
                say({"record": "lost", **problem})
            elif left > 0:
                left -= 1
                told += 1
                say({"record": "definition", "module": place["module"], "projectPath": place["projectPath"], **record})
    return {"record": "end", "files": files, "excluded": excluded, "definitions": told, "lost": lost, "truncated": left <= 0}


if __name__ == "__main__":
    import json
    import sys

    def _print(record):
        print(json.dumps(record, sort_keys=True))

    _print(answer(json.load(sys.stdin), _print))
