"""Job: takes the text of cases that are not wanted out of a harness. Text to text; runs nothing.

{"harness": {"source", "cases", "blobs"}, "keep": [names]} -> {"source", "blobs": [names of those still loaded]}
Only functions of a case's own name go; what only they used stays (it is inert), and so do cases of other forms.
"""
from __future__ import annotations

import ast


def answer(request: dict, say) -> dict:
    """The final record; SyntaxError for a source that cannot be read."""
    del say
    harness, keep = request["harness"], request["keep"]
    lines = harness["source"].encode("utf-8", "surrogatepass").split(b"\n")
    for node in reversed(ast.parse(harness["source"]).body):
        if isinstance(node, ast.FunctionDef) and node.name in harness["cases"] and node.name not in keep:
            first = node.lineno - 1
            while first and not lines[first - 1].strip():
                first -= 1
            del lines[first:node.end_lineno]
    source = b"\n".join(lines).decode("utf-8", "surrogatepass")
    return {"source": source, "blobs": sorted(key for key in harness["blobs"] if f'load("{key}")' in source or f"load('{key}')" in source)}


if __name__ == "__main__":
    import json
    import sys

    json.dump(answer(json.load(sys.stdin), print), sys.stdout)
