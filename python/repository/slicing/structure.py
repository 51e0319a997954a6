"""Where the statements of a file stand in one another, and what its definitions are called."""
from __future__ import annotations

import ast

from repository.slicing.scopes import DEFINITIONS, FUNCTIONS
from repository.text.scopes import LOCALS

_BLOCKS = ("body", "handlers", "cases", "orelse", "finalbody")


class Structure:
    """`holder`: statement (or handler, or case) -> (node that holds it, field), None for those of the module;
    `identifiers`: definition -> "path::qualname#n" (functions and classes are counted apart); `names`: definition -> its
    qualname; `definitions`: id -> definition, in the order of the file."""

    def __init__(self, path, tree):
        self.holder = {}
        self.identifiers = {}
        self.names = {}
        self.definitions = {}
        counts = {}
        left = [(statement, (), None) for statement in reversed(tree.body)]
        while left:
            node, prefix, holder = left.pop()
            self.holder[node] = holder
            inside = prefix
            if isinstance(node, DEFINITIONS):
                names = (*prefix, node.name)
                key = (isinstance(node, ast.ClassDef), names)
                counts[key] = counts.get(key, 0) + 1
                qualname = ".".join(names)
                identifier = "%s::%s#%d" % (path, qualname, counts[key])
                self.names[node], self.identifiers[node] = qualname, identifier
                # A class and a function may share an id; what can be asked for is the function.
                if identifier not in self.definitions or isinstance(node, FUNCTIONS):
                    self.definitions[identifier] = node
                inside = (*names, LOCALS) if isinstance(node, FUNCTIONS) else names
            items = [(item, inside, (node, field)) for field in _BLOCKS for item in getattr(node, field, ())]
            left.extend(reversed(items))

    def around(self, node):
        """Yields (holder, field), the nearest first."""
        holder = self.holder.get(node)
        while holder is not None:
            yield holder
            holder = self.holder.get(holder[0])

    def is_conditional(self, node):
        """Whether it may not run when its scope does."""
        holder = self.holder.get(node)
        while holder is not None and isinstance(holder[0], (ast.With, ast.AsyncWith)):
            holder = self.holder.get(holder[0])
        return holder is not None and not isinstance(holder[0], DEFINITIONS)


def scope_around(file, node):
    """The scope in which a statement runs."""
    for holder, _ in file.structure.around(node):
        if holder in file.scopes.of:
            return file.scopes.of[holder]
    return file.module
