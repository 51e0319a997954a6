"""A piece that was chosen, and why, as the record that the host reads."""
from __future__ import annotations

from repository.text.bodies import stub_edit


class Fragment:
    """`symbol`: what it is a part of; `by`, `edge`, `line`: what led to it, how, and in which line there; `distance`: edges away
    from the root."""

    __slots__ = ("piece", "symbol", "by", "edge", "line", "distance", "kind")

    def __init__(self, piece, symbol, by, edge, line, distance, kind):
        self.piece = piece
        self.symbol = symbol
        self.by = by
        self.edge = edge
        self.line = line
        self.distance = distance
        self.kind = kind

    def record(self, needs):
        """{"path", "start", "end" (bytes), "lines": {"first", "last"}, "kind": "root | definition | member | class | block |
        signature | constant | import | statement", "symbol", "reason": {"by": id or null, "edge", "line"}, "distance", "needs":
        [places of those without which it cannot stand], "opens": a header whose block is cut apart or left out, "blockEnd": byte at
        which that block ends, "indent", "inner": indentation of that block, "text"}"""
        piece, source = self.piece, self.piece.file.source
        line = source.line_of(piece.start)
        before = source.text[source.line_start(line):piece.start]
        return {
            "path": piece.file.path, "start": source.byte(piece.start), "end": source.byte(piece.end),
            "lines": {"first": line, "last": source.line_of(max(piece.start, piece.end - 1))}, "kind": self.kind,
            "symbol": self.symbol, "reason": {"by": self.by, "edge": self.edge, "line": self.line}, "distance": self.distance,
            "needs": needs, "opens": piece.kind in ("block", "signature"), "blockEnd": source.byte(piece.block_end),
            "indent": before[:len(before) - len(before.lstrip(" \t\f"))], "inner": piece.inner,
            "text": source.text[piece.start:piece.end],
        }


def without_body(records, file, node):
    """The same with the definition's body gone from every text that holds it; places stay those of the file as it is."""
    source = file.source
    start, end, stub = stub_edit(source, node)
    first, last = source.byte(start), source.byte(end)
    for record in records:
        if record["path"] == file.path and record["start"] < last and first < record["end"]:
            raw = record["text"].encode(source.encoding)
            before, after = raw[:max(0, first - record["start"])], raw[max(0, last - record["start"]):]
            record = {**record, "text": before.decode(source.encoding) + stub + after.decode(source.encoding)}
        yield record
