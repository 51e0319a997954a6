"""Job: takes bodies out of definitions, puts candidates in, and measures what a text tells of a body.

Request: {"roots": {"source"}, "operations": [{"do", "path", "qualname", "n", ...}]}, where "do" is
- "stub": -> {"source": base64 of the file, "sha256", "check": see check_stub};
- "replace", with "candidate": text, and "stubbed": true when it goes into the stub -> {"source", "sha256", "text", "placed",
  "dropped"} or {"refused": reason, "detail"};
- "document", with "docstring" -> {"stub": the definition alone, with that docstring and no body} or {"refused", "detail"};
- "text" -> {"definition", "signature", "stub", "docstring"}: texts of the original, for the host only; "stub" is the definition
  with the body that "stub" gives it.
A record for each, in order: {"record": "operation", "index", ...}; one that cannot be done tells {"failed": status,
"detail"}: no-such-file, no-such-definition, or why the file gives no tree. Answer: {"record": "end", "done", "failed"}.
"""
from __future__ import annotations

import base64
import hashlib
import os

from repository.text.bodies import (
    NoSuchDefinition,
    check_stub,
    documented,
    located,
    signature_text,
    stub_of,
)
from repository.text.files import LARGEST_FILE, read_file
from repository.text.layout import Layout
from repository.text.source import Unreadable, read_source
from repository.text.swap import Refused, swap


class _Files:
    """The last file read: operations come file by file."""

    def __init__(self, root):
        self._root = os.path.realpath(root)
        self._path = self._source = None

    def read(self, path):
        if path != self._path:
            full = os.path.normpath(os.path.join(self._root, path))
            # A path names what the walk told: below the root, and by no link.
            if os.path.realpath(full) != full or not full.startswith(self._root + os.sep):
                raise Unreadable("no-such-file", path)
            raw, problem = read_file(full, LARGEST_FILE)
            if problem:
                raise Unreadable("no-such-file", problem[0])
            self._source, self._path = read_source(raw), path
        return self._source


def _file(raw) -> dict:
    return {"source": base64.b64encode(raw).decode("ascii"), "sha256": hashlib.sha256(raw).hexdigest()}


def _stub(source, found, operation):
    raw = stub_of(source, found)
    return {**_file(raw), "check": check_stub(source.raw, raw, operation)}


def _replace(source, found, operation):
    if operation.get("stubbed"):
        source = read_source(stub_of(source, found))
        found = located(source, operation)
    try:
        swapped = swap(source, found, operation["candidate"], operation["path"])
    except Refused as refusal:
        return {"refused": refusal.reason, "detail": refusal.detail}
    return {**_file(swapped.raw), "text": read_source(swapped.raw).text, "placed": swapped.placed, "dropped": swapped.dropped}


def _document(source, found, operation):
    try:
        return {"stub": documented(source, found, operation["docstring"])}
    except ValueError as error:
        return {"refused": "docstring", "detail": str(error)}


def _text(source, found, operation):
    layout = Layout(source, found.node)
    stubbed = read_source(stub_of(source, found))
    left = Layout(stubbed, located(stubbed, operation).node)
    return {"definition": layout.indent + source.text[layout.start:layout.block_end], "signature": signature_text(source, found),
            "stub": left.indent + stubbed.text[left.start:left.block_end],
            "docstring": source.segment(layout.docstring) if layout.docstring else None}


_OPERATIONS = {"stub": _stub, "replace": _replace, "document": _document, "text": _text}


def answer(request: dict, say) -> dict:
    files = _Files(request["roots"]["source"])
    failed = 0
    for index, operation in enumerate(request["operations"]):
        try:
            source = files.read(operation["path"])
            told = _OPERATIONS[operation["do"]](source, located(source, operation), operation)
        except Unreadable as problem:
            told = {"failed": problem.status, "detail": problem.detail}
        except NoSuchDefinition as problem:
            told = {"failed": "no-such-definition", "detail": str(problem)}
        except (RecursionError, MemoryError):
            told = {"failed": "too-deep", "detail": ""}
        failed += "failed" in told
        say({"record": "operation", "index": index, "do": operation["do"], **told})
    return {"record": "end", "done": len(request["operations"]) - failed, "failed": failed}


if __name__ == "__main__":
    import json
    import sys

    def _print(record):
        print(json.dumps(record, sort_keys=True))

    _print(answer(json.load(sys.stdin), _print))
