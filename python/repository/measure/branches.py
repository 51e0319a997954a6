"""The branches of one definition and which of them were taken: arc by arc, from the arcs that a tracer collected.

Which arcs exist is asked of `coverage`: it knows, for each CPython, how `try`/`finally`, `with`, `match`, loops with `else` and constant
conditions become jumps between lines. The way in is its public one: arcs into `CoverageData`, out comes the JSON report (its format has a
number), with `executed_branches` and `missing_branches`. The parser behind it could be called straight and would save two milliseconds,
but it is not public and its arcs need repairs (lines of one statement, jumps out of `with`) which only the report does. The repository's
own exemptions (`# pragma: no cover`, `no branch`) do not count here: a repository must not tell us what not to measure.
Known limits of its model: an `except` clause is no branch (its lines are told), and a condition that ends a `finally` is none when every way
out of the `try` returns. Where such a condition is one, leaving the function through it counts as its other way (`_through_finally`).
"""
from __future__ import annotations

import ast
import json
import os
import tempfile

from repository.measure.branch_words import BranchWords
from repository.measure.definition_text import body_statements, definition_node, definition_text, parse_quietly, walk


class Branches:
    """The branches of the definition in lines `first` to `last` of `source`.

    ValueError when those lines are no definition; ImportError when `coverage` is not on sys.path. To be used in a `with`: it holds a
    temporary file, because a report reads its source from one.
    """

    def __init__(self, source: str, first: int, last: int):
        text = definition_text(source, first, last)
        tree = parse_quietly(text)
        node = definition_node(tree)
        body = body_statements(node)
        self._lines = range(body[0].lineno if body else last + 1, last + 1)
        self._span = range(first, last + 1)
        self._words = BranchWords(text, node)
        self._folder = tempfile.TemporaryDirectory(prefix="branches-")
        self._file = os.path.join(self._folder.name, "definition.py")
        with open(self._file, "w", encoding="utf-8", errors="surrogatepass", newline="") as file:
            file.write("\ufeff" + text if first == 1 else text)
        self._known: dict = {}
        self._finally = dict(_conditions_in_finally(node))
        self._possible: dict = {}
        if self._finally:
            for start, end in self._report([])["missing"]:
                self._possible.setdefault(start, set()).add(end)

    def __enter__(self) -> Branches:
        return self

    def __exit__(self, *_) -> None:
        self._folder.cleanup()

    def taken(self, arcs) -> dict:
        """{"arcs": [[from, to], ...], "lines": [...]}: the branches among raw `arcs`, and the lines of the body that ran; sorted."""
        report = self._report(arcs)
        return {"arcs": report["executed"], "lines": report["ran"]}

    def measure(self, arcs) -> dict:
        """What of the definition the raw `arcs` of all cases cover.

        {"branches": {"possible": n, "taken": n}, "lines": {"possible": n, "taken": n}, "ratio": 0 to 1, "called": bool,
         "taken": [[from, to], ...], "missing": [{"from", "to", "words"}, ...], "linesMissing": [...]}
        `ratio` is that of the branches; without any, that of the body's lines; 0 when nothing was ever called.
        """
        report = self._report(arcs)
        possible = len(report["executed"]) + len(report["missing"])
        lines = len(report["ran"]) + len(report["idle"])
        called = bool(arcs)
        if not called:
            ratio = 0.0
        elif possible:
            ratio = len(report["executed"]) / possible
        else:
            ratio = len(report["ran"]) / lines if lines else 1.0
        return {
            "branches": {"possible": possible, "taken": len(report["executed"])},
            "lines": {"possible": lines, "taken": len(report["ran"])},
            "ratio": ratio,
            "called": called,
            "taken": report["executed"],
            "missing": [{"from": start, "to": end, "words": self._words.missing(start, end)} for start, end in report["missing"]],
            "linesMissing": report["idle"],
        }

    def _report(self, arcs) -> dict:
        key = frozenset((int(start), int(end)) for start, end in arcs)
        if key not in self._known:
            told = _coverage_report(self._file, self._through_finally(key))
            ran, idle = set(told["executed_lines"]), set(told["missing_lines"])
            self._known[key] = {
                "executed": self._inside(told["executed_branches"]),
                "missing": self._inside(told["missing_branches"]),
                "ran": sorted(ran.intersection(self._lines)),
                "idle": sorted(idle.intersection(self._lines)),
            }
        return self._known[key]

    def _through_finally(self, arcs) -> set:
        """`arcs`, and those that stand for leaving the function by a `return` which waited for a `finally` to end with a condition."""
        added = set()
        for start, end in arcs:
            line, block = self._finally.get(start, (0, 0))
            possible = self._possible.get(line, set())
            if end < 0 and end not in possible:
                added.update((line, other) for other in possible if other != block)
        return added.union(arcs)

    def _inside(self, branches) -> list:
        return sorted([start, end] for start, end in branches if start in self._span)


def _conditions_in_finally(function):
    """(a line, (the statement's first line, its block's first line)) for each line of a condition or loop head inside a `finally`."""
    for outer in walk(function):
        for inner in (inner for statement in getattr(outer, "finalbody", ()) for inner in walk(statement)):
            if isinstance(inner, (ast.If, ast.While, ast.For, ast.AsyncFor)):
                head = inner.iter if hasattr(inner, "iter") else inner.test
                for line in range(inner.lineno, head.end_lineno + 1):
                    yield line, (inner.lineno, inner.body[0].lineno)


def _coverage_report(path: str, arcs) -> dict:
    import coverage

    measured = coverage.Coverage(data_file=None, branch=True, config_file=False, messages=False)
    for option in ("report:exclude_lines", "report:partial_branches"):
        measured.set_option(option, [])
    # Nothing executed still has to be reported, and files without data are left out: an arc of line 0 touches nothing.
    data = measured.get_data()
    data.add_arcs({path: sorted(arcs) or [(-1, 0)]})
    outfile = path + ".json"
    measured.json_report(morfs=[path], outfile=outfile)
    data.close(force=True)
    with open(outfile, encoding="utf-8") as file:
        files = json.load(file)["files"]
    (report,) = files.values()
    return report
