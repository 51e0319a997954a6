"""Runs harnesses against the synthetic repositories, or against a project that a test has written."""
from __future__ import annotations

import json
import os
import shutil
import tempfile

from repository.run_cases import answer
from tests.repository.needed import SYNTHETIC, TOOLS

PYTHON = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))


def prepared(module: str, qualname: str, source: str, path: str = "", number: int = 1) -> dict:
    """{"prepared", "facts"}; AssertionError where there is an error."""
    path = path or module.replace(".", "/") + "/__init__.py"
    told = answer({"action": "prepare", "harness": {"target": f"{path}::{qualname}#{number}", "module": module, "qualname": qualname, "source": source}}, None)
    assert "error" not in told, told
    return told


def run(project: str, harness: dict, **request) -> tuple:
    """(records by case, final record)."""
    records = []
    final = answer({"action": "run", "roots": {"project": project, **({"tools": TOOLS} if TOOLS else {})}, "harness": harness, **request}, records.append)
    if "variants" in request:
        return records, final
    return {record["case"]: record for record in records}, final


def compared(record: dict) -> str:
    return json.dumps({name: part for name, part in record.items() if name not in ("feedback", "trace")}, sort_keys=True)


def same(one: dict, other: dict) -> bool:
    return one.keys() == other.keys() and all(compared(one[name]) == compared(other[name]) for name in one)


class Project:
    """A folder with the files given; a copy of a synthetic repository when it is named."""

    def __init__(self, files=None, copy_of=None):
        self.folder = tempfile.mkdtemp(prefix="project-")
        if copy_of:
            shutil.rmtree(self.folder)
            shutil.copytree(os.path.join(SYNTHETIC, copy_of), self.folder, ignore=shutil.ignore_patterns(".git", "__pycache__"))
        for path, text in (files or {}).items():
            whole = os.path.join(self.folder, path)
            os.makedirs(os.path.dirname(whole), exist_ok=True)
            with open(whole, "w", encoding="utf-8") as file:
                file.write(text)

    def __enter__(self):
        return self.folder

    def __exit__(self, *raised):
        shutil.rmtree(self.folder)
