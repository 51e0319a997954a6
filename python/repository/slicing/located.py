"""The definition that an id names."""
from __future__ import annotations


class NoSuchDefinition(LookupError):
    """An id that names no definition; `status` says why: no-such-definition, or why its file gives no tree."""

    def __init__(self, status, detail):
        super().__init__(status, detail)
        self.status = status
        self.detail = detail


def path_of(identifier):
    """The path in an id. Raises NoSuchDefinition for what cannot be below a root."""
    path, mark, _ = identifier.rpartition("::")
    parts = path.split("/")
    if not mark or "\0" in path or len(parts) > 100 or any(part in ("", ".", "..") for part in parts):
        raise NoSuchDefinition("no-such-definition", identifier[:200])
    return path


def find(project, identifier):
    """(File, node). Raises NoSuchDefinition."""
    path = path_of(identifier)
    file = project.file(path)
    if file is None:
        raise NoSuchDefinition(project.problems.get(path, "missing"), path)
    node = file.structure.definitions.get(identifier)
    if node is None:
        raise NoSuchDefinition("no-such-definition", identifier[:200])
    return file, node
