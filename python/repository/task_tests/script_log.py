"""Logs of the two runners that have no reporter of ours: sympy's own, and Django's, which is unittest's."""
from __future__ import annotations

import re

SYMPY = re.compile(r"^(test_\w+)\s+ok\b")
UNITTEST = re.compile(r"^(\w+) \(([\w.]+)\).*\.\.\. ok$")
MOST_TOLD = 10


def passed_twins(log: bytes, rewritten: dict) -> list:
    """Sentences on tests that were made to fail, and that the log says have passed. @param rewritten: see twins.rewrite"""
    functions = {name for names in rewritten.values() for name in names if "." not in name}
    methods = {(path[:-3].replace("/", "."), name) for path, names in rewritten.items() for name in names if "." in name}
    found = []
    for line in log.decode("utf-8", "replace").splitlines():
        at = SYMPY.match(line)
        if at and at.group(1) in functions:
            found.append("%s passed where it must fail" % at.group(1))
        at = UNITTEST.match(line.strip())
        if at and _is_one(*_place(*at.groups()), methods):
            found.append("%s (%s) passed where it must fail" % at.groups())
    return found[:MOST_TOLD]


def _place(name: str, place: str) -> tuple:
    """`test_a`, `a.tests.Case`, or as of Python 3.11 `a.tests.Case.test_a` -> (`a.tests`, `Case.test_a`)"""
    parts = place.split(".")
    if parts[-1] == name:
        parts.pop()
    return ".".join(parts[:-1]), "%s.%s" % (parts[-1], name)


def _is_one(module: str, method: str, methods: set) -> bool:
    """Modules are named from a folder of tests, files from the root."""
    return any(method == name and ("." + path).endswith("." + module) for path, name in methods)
