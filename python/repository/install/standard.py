"""Distributions that bring a module of the standard library for older Pythons (enum34, typing, dataclasses). An interpreter
never imports such a module: its own library comes before what is installed. Here, `deps` comes before it, so they are removed."""
from __future__ import annotations

import os
import shutil
import subprocess

#: Without a folder of installed packages on its path, the interpreter finds only modules of its own.
_OWN = """
import sys
from importlib.machinery import PathFinder
for name in sys.argv[1:]:
    if name in sys.builtin_module_names or PathFinder.find_spec(name):
        print(name)
"""


def remove_shadows(folder: str, interpreter: str) -> list:
    """Removes modules at the top of a folder that the interpreter has itself: their names, in order."""
    entries: dict = {}
    for entry in sorted(os.listdir(folder)):
        name = entry.split(".")[0]
        is_package = os.path.isdir(os.path.join(folder, entry)) and "." not in entry
        if name.isidentifier() and (is_package or entry.endswith((".py", ".so"))):
            entries.setdefault(name, []).append(entry)
    if not entries:
        return []
    said = subprocess.run([interpreter, "-I", "-S", "-c", _OWN, *entries], stdin=subprocess.DEVNULL, capture_output=True, text=True, check=True)
    shadows = said.stdout.split()
    for entry in (entry for name in shadows for entry in entries[name]):
        path = os.path.join(folder, entry)
        shutil.rmtree(path) if os.path.isdir(path) else os.remove(path)
    return shadows
