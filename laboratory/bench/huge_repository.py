"""Measures how long it takes to extract and slice a repository of many files (20,000 by default).

Run: `python3 laboratory/bench/huge_repository.py [FILES]`.

Writes the tree into a temporary folder, reads every definition of it and slices each, and prints seconds and MiB of resident
memory. Exit code 1: over 600 s or 2,048 MiB, or a slice read a file that its definition does not reach.
"""
from __future__ import annotations

import json
import os
import resource
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "python"))

from repository import extract, slice_definition  # noqa: E402

PER_PACKAGE = 200
MOST_SECONDS = 600
MOST_MIB = 2_048

HEAD = '''"""Module {number} of package {package}."""
from __future__ import annotations

import math
from dataclasses import dataclass
{imports}
LIMIT = {number}


def scale(value: int, factor: int = LIMIT) -> int:
    """Scales a value."""
    if value > LIMIT:
        return math.floor(value)
    return {scaled} * factor


@dataclass
class Shape{base}:
    """A shape."""
    width: int
    height: int

    def area(self) -> int:
        """Its area."""
        return self.width * self.height

    def grown(self, by: int) -> Shape:
        """A larger one."""
        return Shape(self.width + by, {grown}(self.height))
'''
PARENT = '''

def _scaled(value):
    """Scales a value as the parent does."""
    return Parent(value, 1).area() + scale_parent(value)
'''


def above(package, number):
    """The modules that a module imports: the one of half its number, and the one of its number in the package of half that one's."""
    return [*([(package, number // 2)] if number else []), *([(package // 2, number)] if package else [])]


def module_text(package, number):
    imports = []
    if number:
        imports.append("from .module_%d import Shape as Parent, scale as scale_parent" % (number // 2))
    if package:
        imports.append("from package_%d import module_%d as other" % (package // 2, number))
    return HEAD.format(
        package=package, number=number, imports="".join(line + "\n" for line in imports), base="(Parent)" if number else "",
        scaled="_scaled(value)" if number else "value", grown="other.scale" if package else "scale",
    ) + (PARENT if number else "")


def path_of(package, number):
    return "package_%d/module_%d.py" % (package, number)


def write(folder, files):
    for index in range(files):
        package, number = divmod(index, PER_PACKAGE)
        if not number:
            os.makedirs(os.path.join(folder, "package_%d" % package))
            with open(os.path.join(folder, "package_%d" % package, "__init__.py"), "w", encoding="utf-8") as file:
                file.write('"""Package."""\n')
        with open(os.path.join(folder, path_of(package, number)), "w", encoding="utf-8") as file:
            file.write(module_text(package, number))


def reachable(path):
    """The files that a module needs, directly or through others, with those of their packages."""
    package, number = (int(part.rpartition("_")[2]) for part in path[:-3].split("/"))
    found, left = set(), [(package, number)]
    while left:
        here = left.pop()
        if here not in found:
            found.add(here)
            left.extend(above(*here))
    return {path_of(*one) for one in found} | {"package_%d/__init__.py" % one[0] for one in found}


def measure(folder):
    began, identifiers = time.monotonic(), []
    extract.answer({"roots": {"source": folder}},
                   lambda record: identifiers.append(record["id"]) if record["record"] == "definition" else None)
    extracted = time.monotonic()
    told = {"definitions": len(identifiers), "fragments": 0, "failed": 0, "truncated": 0, "mostFiles": 0, "filesNotReached": 0}
    slowest = [0.0, extracted]

    def say(record):
        now = time.monotonic()
        slowest[:] = max(slowest[0], now - slowest[1]), now
        if "failed" in record:
            told["failed"] += 1
            return
        told["fragments"] += len(record["fragments"])
        told["truncated"] += bool(record["truncated"])
        told["mostFiles"] = max(told["mostFiles"], len(record["files"]))
        told["filesNotReached"] += len(set(record["files"]) - reachable(record["id"].partition("::")[0]))

    slice_definition.answer({"roots": {"source": folder}, "definitions": identifiers}, say)
    return {**told, "extractSeconds": round(extracted - began, 1), "sliceSeconds": round(time.monotonic() - extracted, 1),
            "slowestSeconds": round(slowest[0], 3),
            "residentMiB": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024}


def main():
    files = int(sys.argv[1]) if len(sys.argv) > 1 else 20_000
    with tempfile.TemporaryDirectory(prefix="huge-repository-") as folder:
        write(folder, files)
        figures = {"files": files, **measure(folder)}
    print(json.dumps(figures))
    seconds = figures["extractSeconds"] + figures["sliceSeconds"]
    over = seconds > MOST_SECONDS or figures["residentMiB"] > MOST_MIB
    return 1 if over or figures["filesNotReached"] or figures["failed"] or not figures["definitions"] else 0


if __name__ == "__main__":
    sys.exit(main())
