"""Gives modules of the project another source text, under their real names: no file is written, no bytecode is read or made, and
`inspect`, `linecache`, tracebacks and pickling see the module that the text defines.

Only this process and its forks see it; an interpreter that the code starts itself, and code that opens the file, reads the disk.
"""
from __future__ import annotations

import io
import linecache
import os
import sys
import tokenize
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader


def encoded(text: str) -> bytes:
    """The bytes of a file with this text, in the encoding that its first lines declare; UTF-8 where they name none that can write it."""
    plain = text.encode("utf-8", "surrogatepass")
    try:
        return text.encode(tokenize.detect_encoding(io.BytesIO(plain).readline)[0])
    except (SyntaxError, LookupError, UnicodeError):
        return plain


class OverlayLoader(SourceFileLoader):
    """Loads one module from a text that stands for the file at `path`."""

    def __init__(self, name: str, path: str, data: bytes):
        super().__init__(name, path)
        self._data = data

    def get_data(self, path):
        return self._data if path == self.path else super().get_data(path)

    def get_code(self, fullname):
        return self.source_to_code(self._data, self.path)

    def exec_module(self, module):
        self.remember()
        super().exec_module(module)

    def remember(self) -> None:
        """Without a time of change an entry is never thrown away as outdated."""
        lines = io.TextIOWrapper(io.BytesIO(self._data), tokenize.detect_encoding(io.BytesIO(self._data).readline)[0]).readlines()
        linecache.cache[self.path] = (len(self._data), None, lines, self.path)


class OverlayFinder:
    """`texts`: module name, or path below `project` with "/", to text. Both forms of one module are the same one."""

    def __init__(self, project: str, texts: dict):
        self._by_path, self._by_name = {}, {}
        for key, text in texts.items():
            name, is_package = _module_name(key)
            if key.endswith(".py"):
                self._by_path[os.path.join(project, *key.split("/"))] = encoded(text)
            self._by_name[name] = (os.path.join(project, *name.split(".")), is_package, key.endswith(".py"), encoded(text))

    def find_spec(self, name, path=None, target=None):
        found = PathFinder.find_spec(name, path, target)
        if found is not None and found.origin in self._by_path:
            return self._given(name, found.origin, self._by_path[found.origin], found.submodule_search_locations)
        if name not in self._by_name:
            return None
        below, is_package, by_path, data = self._by_name[name]
        if found is None or found.origin is None:
            # The text makes a module that no file does, or a package of a folder that had no __init__.
            origin = os.path.join(below, "__init__.py") if is_package else below + ".py"
            return self._given(name, origin, data, [below] if is_package else None)
        if by_path or not found.origin.endswith(".py"):
            return None
        return self._given(name, found.origin, data, found.submodule_search_locations)

    def _given(self, name, origin, data, locations):
        spec = ModuleSpec(name, OverlayLoader(name, origin, data), origin=origin, is_package=locations is not None)
        spec.has_location = True
        if locations is not None:
            spec.submodule_search_locations = list(locations)
        return spec

    def invalidate_caches(self):
        """Nothing is cached."""


def _module_name(key: str) -> tuple:
    """(dotted name, whether it is a package) of a key; ValueError for one that leads out of the project."""
    if not key.endswith(".py"):
        if not all(part.isidentifier() for part in key.split(".")):
            raise ValueError(f"neither a module's name nor a path: {key}")
        return key, False
    parts = key[:-3].split("/")
    if any(part in ("", ".", "..") for part in parts):
        raise ValueError(f"no path below the project: {key}")
    return (".".join(parts[:-1]), True) if parts[-1] == "__init__" and len(parts) > 1 else (".".join(parts), False)


def install(project: str, texts: dict) -> None:
    """Before anything of the project is imported."""
    if texts:
        sys.meta_path.insert(0, OverlayFinder(project, texts))
