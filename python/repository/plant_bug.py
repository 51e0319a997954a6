"""Job: puts a bug into one definition, and tells it as a diff. Nothing of the repository is run.

Request: {"roots": {"source"}, "path", "qualname", "n": number of the definition among those of its name, "first", "last": its lines, "bugs": [{"kind": "mutant",
"name"} | {"kind": "removal"}], "limit"?: of mutants}.
A record for each bug, in order: {"record": "bug", "index", "words": what was done, "planted": diff from the repository to the bug, "gold": diff back},
or {"record": "bug", "index", "failed": why}. Answer: {"mutants": [names that there are]}.
"""
from __future__ import annotations

import base64
import difflib
import os

from repository import stubs
from repository.measure.definition_text import file_text
from repository.mutate.edits import apply
from repository.mutate.mutants import LIMIT, mutants_of


def answer(request: dict, say) -> dict:
    root, path = request["roots"]["source"], request["path"]
    text = file_text({"roots": {"project": root}, "definition": {"file": path}})
    listed = mutants_of(text, request["first"], request["last"], request.get("limit", LIMIT))["mutants"]
    mutants = {mutant["name"]: mutant for mutant in listed}
    mode = "100755" if os.access(os.path.join(root, path), os.X_OK) else "100644"
    for index, bug in enumerate(request["bugs"]):
        try:
            changed, words = _removed(request) if bug["kind"] == "removal" else _mutated(text, mutants, bug["name"])
        except LookupError as error:
            say({"record": "bug", "index": index, "failed": str(error.args[0])})
            continue
        say({"record": "bug", "index": index, "words": words, "planted": file_diff(path, text, changed, mode), "gold": file_diff(path, changed, text, mode)})
    return {"mutants": [mutant["name"] for mutant in listed]}


def _mutated(text: str, mutants: dict, name: str) -> tuple:
    if name not in mutants:
        raise LookupError(f"there is no mutant {name}")
    return apply(text, mutants[name]), mutants[name]["words"]


def _removed(request: dict) -> tuple:
    operation = {"do": "stub", **{key: request[key] for key in ("path", "qualname", "n")}}
    records: list = []
    stubs.answer({"roots": request["roots"], "operations": [operation]}, records.append)
    record = records[0]
    if "source" not in record:
        raise LookupError(record.get("detail") or record.get("failed") or "the body cannot be taken out")
    return base64.b64decode(record["source"]).decode("utf-8"), "its body is missing"


def file_diff(path: str, before: str, after: str, mode: str) -> str:
    """A diff of one file as `git` writes it. Lines end as they do in the file."""
    head = f"diff --git a/{path} b/{path}\nindex 0000000..1111111 {mode}\n"
    lines = difflib.unified_diff(_lines(before), _lines(after), f"a/{path}", f"b/{path}", n=3)
    return head + "".join(line if line.endswith("\n") else line + "\n\\ No newline at end of file\n" for line in lines)


def _lines(text: str) -> list:
    """Ended by line feeds alone, as `git` counts them."""
    parts = text.split("\n")
    return [part + "\n" for part in parts[:-1]] + ([parts[-1]] if parts[-1] else [])
