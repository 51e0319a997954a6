"""Job: puts a bug into one definition, and tells it as a diff. Nothing of the repository is run.

Request: {"roots": {"source"}, "path", "qualname", "n": number of the definition among those of its name, "first", "last": its lines,
"unnoticed"?: words of the mutants that are left out, "bug": {"kind": "mutant", "nth": from 0, "of": how many, spread over the definition} |
{"kind": "removal"}}.
Answer: {"failed": why} or {"failed": null, "words": what was done, "planted": diff from the repository to the bug, "gold": diff back}.
"""
from __future__ import annotations

import base64
import difflib
import os

from repository import stubs
from repository.measure.definition_text import file_text
from repository.mutate.edits import apply
from repository.mutate.mutants import mutants_of


def answer(request: dict, say) -> dict:
    root, path = request["roots"]["source"], request["path"]
    text = file_text({"roots": {"project": root}, "definition": {"file": path}})
    try:
        changed, words = _removed(request) if request["bug"]["kind"] == "removal" else _mutated(request, text)
    except LookupError as error:
        return {"failed": str(error.args[0])}
    mode = "100755" if os.access(os.path.join(root, path), os.X_OK) else "100644"
    return {"failed": None, "words": words, "planted": file_diff(path, text, changed, mode), "gold": file_diff(path, changed, text, mode)}


def _mutated(request: dict, text: str) -> tuple:
    left_out = set(request.get("unnoticed", ()))
    mutants = [one for one in mutants_of(text, request["first"], request["last"])["mutants"] if one["words"] not in left_out]
    nth, of = request["bug"]["nth"], request["bug"]["of"]
    if nth >= len(mutants):
        raise LookupError("it has %d mutants that are noticed, and this is number %d" % (len(mutants), nth + 1))
    # Mutants come in the order of their risk, and then of their lines.
    mutants.sort(key=lambda one: (one["line"], one["column"], one["words"]))
    mutant = mutants[nth * max(1, len(mutants) // of)]
    return apply(text, mutant), mutant["words"]


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
