"""The slice of a definition: what it needs, directly or through others, as pieces of files with the reason for each."""
from __future__ import annotations

import ast
import collections

from repository.slicing.class_parts import has_fields, has_members, members, named
from repository.slicing.edges import Edges
from repository.slicing.fragment import Fragment
from repository.slicing.located import find
from repository.slicing.scopes import DECORATOR, FUNCTIONS
from repository.slicing.session import MOST_STEPS
from repository.slicing.structure import scope_around
from repository.slicing.uses import HEADER, WHOLE, Uses

MOST_FRAGMENTS = 1_000
MOST_FILES = 400
LONGEST_COMPOUND = 20
# Of a class that is called: what runs then.
_CONSTRUCTION = ("__new__", "__init__", "__post_init__", "__attrs_post_init__")
_IMPORTS = (ast.Import, ast.ImportFrom)


class Slicer:
    """Slices and call graphs of one project."""

    def __init__(self, project):
        self._project = project
        self._uses = Uses(project)

    def edges(self, identifier):
        """{"id", "edges", "connectivity", "truncated"}: those of one definition alone. Raises NoSuchDefinition."""
        self._begin()
        file, node = find(self._project, identifier)
        self._used(file, node, WHOLE, identifier)
        return {"id": identifier, **self._graph(identifier)}

    def _graph(self, identifier):
        return {"edges": self._edges.told(), "connectivity": self._edges.connectivity(identifier),
                "truncated": [*self._truncated, *(["edges"] if self._edges.truncated else [])]}

    def _mark(self, why):
        if why not in self._truncated:
            self._truncated.append(why)

    def _used(self, file, node, part, symbol):
        """[(use, Target, line)], with the edges told."""
        found, steps, missing = self._uses.of(file, node, part)
        self._steps += steps
        if missing or self._steps > MOST_STEPS:
            self._mark(missing or "steps")
        for use, target, line in found:
            self._edges.add(symbol, file, use, target, line)
        return found

    def _begin(self):
        self._project.begin()
        self._fragments = {}
        self._edges = Edges()
        self._queue = collections.deque()
        self._seen = set()
        self._whole = set()
        self._reduced = {}
        self._truncated = []
        self._steps = 0

    def slice(self, identifier, depth=None):
        """The slice of a definition; `depth`: how many edges away, at most. Raises NoSuchDefinition.

        {"id", "fragments": records (see Fragment.record) by priority, the root first, "edges", "connectivity", "size": definitions and
         constants in it beside the root, "files": paths that were read, "truncated": why something is missing}
        """
        self._begin()
        file, node = find(self._project, identifier)
        self._visit_whole(file, node, identifier, None, "root", node.lineno, 0, "root")
        while self._queue:
            visit = self._queue.popleft()
            if not {"fragments", "steps", "files"}.isdisjoint(self._truncated):
                break
            self._follow(*visit, depth)
        self._rest()
        told = self._told(file)
        size = len({item["symbol"] for item in told if item["kind"] in ("definition", "member", "class", "constant")})
        return {"id": identifier, "fragments": told, **self._graph(identifier), "size": size,
                "files": sorted(self._project.read)}

    def _add(self, piece, symbol, by, edge, line, distance, kind):
        left = [(piece, symbol, by, edge, line, kind)]
        while left:
            piece, symbol, by, edge, line, kind = left.pop()
            if piece.key in self._fragments:
                continue
            if len(self._fragments) >= MOST_FRAGMENTS:
                return self._mark("fragments")
            self._fragments[piece.key] = Fragment(piece, symbol, by, edge, line, distance, kind)
            for need in piece.needs:
                left.append((need, self._symbol(need), symbol, "holds", None, self._holder_kind(need)))

    def _symbol(self, piece):
        identifier = piece.file.structure.identifiers.get(piece.node)
        return identifier or "%s::<%s>" % (piece.file.path, type(piece.node).__name__.lower().replace("excepthandler", "except"))

    @staticmethod
    def _holder_kind(piece):
        return "class" if isinstance(piece.node, ast.ClassDef) else "block"

    def _is_inside(self, file, node):
        return any(holder in self._whole for holder, _ in file.structure.around(node))

    def _holders(self, file, node, symbol, distance):
        """What stands around a statement: classes are reduced, the tests of blocks are followed."""
        for holder, _ in file.structure.around(node):
            if isinstance(holder, ast.ClassDef):
                self._visit_class(file, holder, distance, None)
            else:
                key = (file.path, holder, HEADER)
                if key not in self._seen:
                    self._seen.add(key)
                    self._queue.append((file, holder, HEADER, symbol, distance))

    def _visit_whole(self, file, node, symbol, by, edge, line, distance, kind):
        key = (file.path, node, WHOLE)
        if key in self._seen or distance and self._is_inside(file, node):
            return
        self._seen.add(key)
        self._whole.add(node)
        self._add(file.pieces.statement(node), symbol, by, edge, line, distance, kind)
        self._holders(file, node, symbol, distance)
        self._queue.append((file, node, WHOLE, symbol, distance))

    def _visit_class(self, file, node, distance, why):
        """A class down to its header and its fields; a small one whole. `why`: (by, edge, line), or None for a holder."""
        symbol = file.structure.identifiers[node]
        if not has_members(node):
            return self._visit_whole(file, node, symbol, *(why or (None, "holds", None)), distance, "class")
        key = (file.path, node, "class")
        if key in self._seen or self._is_inside(file, node):
            return
        self._seen.add(key)
        self._reduced[node] = (file, distance)
        by, edge, line = why or (None, "holds", None)
        self._add(file.pieces.clause(node), symbol, by, edge, line, distance, "class")
        self._holders(file, node, symbol, distance)
        self._queue.append((file, node, HEADER, symbol, distance))
        if has_fields(node):
            for item in node.body:
                if isinstance(item, (ast.Assign, ast.AnnAssign)):
                    self._visit_whole(file, item, "%s.%s" % (symbol.rpartition("#")[0], named(item)), symbol, "field",
                                      item.lineno, distance, "member")

    def _follow(self, file, node, part, symbol, distance, depth):
        if isinstance(node, _IMPORTS):
            return
        for use, target, line in self._used(file, node, part, symbol):
            if depth is None or distance < depth:
                self._reach(use, target, symbol, line, distance + 1)
        if len(self._project.read) > MOST_FILES:
            self._mark("files")

    def _reach(self, use, target, by, line, distance):
        for file, statement in target.imports:
            self._visit_whole(file, statement, file.path + "::<import>", by, "import", line, distance, "import")
        for statement in target.statements:
            file = target.file
            if isinstance(statement, ast.ClassDef):
                self._visit_class(file, statement, distance, (by, use, line))
                if use in ("call", DECORATOR):
                    self._constructed(file, statement, by, line, distance)
            elif target.kind == "definition" or isinstance(statement, FUNCTIONS):
                holder = file.structure.holder.get(statement)
                kind = "member" if isinstance(scope_around(file, statement).node, ast.ClassDef) and holder else "definition"
                symbol = file.structure.identifiers[statement]
                self._visit_whole(file, statement, symbol, by, use, line, distance, kind)
            elif hasattr(statement, "body") and statement.end_lineno - statement.lineno >= LONGEST_COMPOUND:
                if not self._is_inside(file, statement):
                    self._add(file.pieces.clause(statement), target.to, by, use, line, distance, "block")
                    self._holders(file, statement, target.to, distance)
            else:
                self._visit_whole(file, statement, target.to, by, use, line, distance, "constant")

    def _constructed(self, file, node, by, line, distance):
        order = self._uses.classes(file, node)
        for name in _CONSTRUCTION:
            for holder, inner in order:
                bindings = holder.scopes.of[inner].bindings.get(name, ())
                for item in bindings:
                    if isinstance(item.node, FUNCTIONS):
                        self._visit_whole(holder, item.node, holder.structure.identifiers[item.node], by, "constructs", line,
                                          distance, "member")
                if bindings:
                    break

    def _rest(self):
        """Of the classes that were reduced, the signatures of what is not used."""
        for node, (file, distance) in list(self._reduced.items()):
            symbol = file.structure.identifiers[node]
            for member in members(node):
                if file.pieces.statement(member).key not in self._fragments:
                    self._add(file.pieces.signature(member), file.structure.identifiers[member], symbol, "member-of",
                              member.lineno, distance + 1, "signature")

    def _told(self, root_file):
        ranked = sorted(self._fragments.values(), key=lambda item: (
            item.distance, item.kind == "signature", item.kind != "root", item.piece.file is not root_file, item.piece.file.path,
            item.piece.start, -item.piece.end))
        covered, kept = {}, []
        for item in ranked:
            piece, spans = item.piece, covered.setdefault(item.piece.file.path, [])
            if not any(start <= piece.start and piece.end <= end for start, end in spans):
                kept.append(item)
                spans.append((piece.start, piece.end))
        index = {item.piece.key: number for number, item in enumerate(kept)}
        return [item.record(sorted(index[need.key] for need in item.piece.needs if need.key in index)) for item in kept]
