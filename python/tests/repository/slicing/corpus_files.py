"""The corpus of slices: files of cases, each a small project, the definition asked for, and exactly what its slice is.

    === a sentence
    of <id>                     and perhaps: depth <n>, python <least version that parses it>
    --- <path>
    <text>
    +++
    <path> <start>-<end> <kind> <edge> of <what led to it> in line <n> | <first line> ... <last line>
    ? <expression that leads nowhere> <why> in line <n>

`python3 -m tests.repository.slicing.corpus_files` in `python/` writes what there is now behind each `+++`, to be read before it is
kept; with `print` it prints all records.
"""
from __future__ import annotations

import json
import os
import re
import sys
import tempfile

from repository import slice_definition

FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "corpus")


class Case:
    """`files`: path -> text; `expected`: lines; `request`: what is asked beside the definition; `least`: a version of Python."""

    def __init__(self, text):
        head, *rest = re.split(r"^(?:--- (\S+)|(\+\+\+))\n", text, flags=re.M)
        self.title, *settings = head.rstrip("\n").split("\n")
        told = dict(line.split(" ", 1) for line in settings)
        self.definition = told.pop("of")
        self.least = tuple(int(part) for part in told.pop("python", "3.9").split("."))
        self.request = {name: int(value) for name, value in told.items()}
        self.input = text.partition("+++\n")[0]
        self.files, self.expected = {}, []
        for path, _, body in zip(*[iter(rest)] * 3):
            if path:
                self.files[path] = body
            else:
                self.expected = body.rstrip("\n").split("\n")

    def write(self, folder):
        for path, text in self.files.items():
            full = os.path.join(folder, path)
            os.makedirs(os.path.dirname(full), exist_ok=True)
            with open(full, "w", encoding="utf-8", newline="") as file:
                file.write(text)

    def record(self):
        """The slice as the job tells it."""
        with tempfile.TemporaryDirectory() as folder:
            self.write(folder)
            said = []
            request = {"roots": {"source": folder}, "definitions": [self.definition], **self.request}
            slice_definition.answer(request, said.append)
            return said[0]


def told(record) -> list:
    """A slice as the lines of a case."""
    if "failed" in record:
        return ["! %s" % record["failed"]]
    lines = []
    for one in record["fragments"]:
        reason = one["reason"]
        why = reason["edge"] + (" of %s" % reason["by"] if reason["by"] else "")
        why += " in line %d" % reason["line"] if reason["line"] else ""
        shown = one["text"].split("\n")
        shown = shown[0] if len(shown) == 1 else shown[0] + " ... " + shown[-1].strip()
        lines.append("%s %d-%d %s %s | %s" % (one["path"], one["start"], one["end"], one["kind"], why, shown))
    lines += ["? %s %s in line %d" % (edge["to"], edge["reason"], edge["line"])
              for edge in record["edges"] if edge["category"] == "unresolved"]
    return lines


def read(name) -> list:
    """The cases of a file of the corpus."""
    with open(os.path.join(FOLDER, name), encoding="utf-8") as file:
        return [Case(text) for text in re.split(r"^=== ", file.read(), flags=re.M)[1:]]


def names() -> list:
    return sorted(name for name in os.listdir(FOLDER) if name.endswith(".txt"))


def everything() -> str:
    """All that the job tells of the cases which every version can read."""
    records = [case.record() for name in names() for case in read(name) if case.least == (3, 9)]
    return json.dumps(records, sort_keys=True)


if __name__ == "__main__" and sys.argv[1:] == ["print"]:
    print(everything())
elif __name__ == "__main__":
    for each in names():
        cases = read(each)
        kept = [case.expected if sys.version_info < case.least else told(case.record()) for case in cases]
        with open(os.path.join(FOLDER, each), "w", encoding="utf-8") as output:
            output.writelines("=== %s+++\n%s\n" % (case.input, "\n".join(lines)) for case, lines in zip(cases, kept))
