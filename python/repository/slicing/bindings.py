"""Which of the bindings of a name may hold where it is read."""
from __future__ import annotations


def effective(file, bindings, before=None):
    """The bindings that may hold: none that a later one takes the place of in any case. `before`: position at which the
    name is read, when the scope itself reads it."""
    written = [item for item in bindings if item.kind != "delete"]
    if before is not None:
        written = [item for item in written if item.position < before] or written
    own = [item for item in written if item.kind != "global"]
    written = own or written
    for index in range(len(written) - 1, -1, -1):
        item = written[index]
        if item.kind in ("definition", "import", "from", "assign", "with") and not file.structure.is_conditional(item.statement):
            return written[index:]
    return written
