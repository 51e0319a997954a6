"""The context that is no slice: the whole files of a definition and of what it calls, statement by statement, so that what has no
room can be dropped from the end."""
from __future__ import annotations

from repository.slicing.fragment import Fragment
from repository.slicing.located import find
from repository.slicing.pieces import Piece
from repository.text.layout import statement_start

MOST_FILES = 50


def _statements(file):
    """(start, end, node) of the module's statements, each with the comments above it."""
    source, before = file.source, 0
    for node in file.source.tree.body:
        end = source.end(node)
        line = source.line_of(end)
        stop = source.line_start(line) + len(source.line_text(line).rstrip("\r\n"))
        stop = max(stop, end)
        start = before
        while start < stop and source.text[start] in " \t\f\r\n":
            start += 1
        start = source.line_start(source.line_of(start)) if source.line_start(source.line_of(start)) >= before else start
        if stop > before:
            yield min(start, statement_start(source, node)) if start >= before else start, stop, node
        before = stop


def whole_files(project, slicer, identifier):
    """The definition's whole file, then the whole files of what it calls, statement by statement: dropping from the end drops the
    last statements of other files first. Raises NoSuchDefinition."""
    edges = slicer.edges(identifier)["edges"]
    file, node = find(project, identifier)
    paths = []
    for edge in edges:
        path = edge["to"].rpartition("::")[0]
        if edge["category"] == "in-repo" and path and path not in paths:
            paths.append(path)
    outer = node
    for holder, _ in file.structure.around(node):
        outer = holder
    told = []
    for distance, path in enumerate([file.path, *paths[:MOST_FILES]]):
        here = project.file(path)
        if here is None:
            continue
        for start, end, statement in _statements(here):
            is_root = here is file and statement is outer
            told.append((0 if is_root else min(distance, 1) + 1, distance, start, here, end, statement, is_root))
    told.sort(key=lambda item: item[:3])
    return [Fragment(Piece(here, start, end, "statement", node=statement), identifier if is_root else here.path, identifier,
                     "root" if is_root else "file", statement.lineno, distance, "root" if is_root else "statement").record([])
            for _, distance, start, here, end, statement, is_root in told]
