"""What of a class can be left out, and what makes it what it is."""
from __future__ import annotations

import ast

from repository.slicing.scopes import DEFINITIONS, FUNCTIONS, last_name

# Classes whose fields are what they are.
_FIELDS = frozenset(("dataclass", "define", "frozen", "mutable", "attrs", "attr", "s", "Enum", "IntEnum", "StrEnum", "Flag",
                     "IntFlag", "NamedTuple", "TypedDict", "Protocol", "BaseModel", "Struct", "Structure"))


def has_members(node):
    """Whether a class holds definitions, which can be left out."""
    left = list(node.body)
    while left:
        item = left.pop()
        if isinstance(item, DEFINITIONS):
            return True
        for field in ("body", "orelse", "finalbody", "handlers"):
            left.extend(getattr(item, field, ()))
    return False


def members(node):
    """The functions directly in a class, those in an `if` or `try` too, in the order of the file."""
    found, left = [], list(reversed(node.body))
    while left:
        item = left.pop()
        if isinstance(item, FUNCTIONS):
            found.append(item)
        elif not isinstance(item, DEFINITIONS):
            inside = [one for field in ("body", "handlers", "orelse", "finalbody") for one in getattr(item, field, ())]
            left.extend(reversed(inside))
    return found


def has_fields(node):
    marks = [*node.bases, *(item.func if isinstance(item, ast.Call) else item for item in node.decorator_list)]
    return any(last_name(item.value if isinstance(item, ast.Subscript) else item) in _FIELDS for item in marks)


def named(statement):
    """The name that a statement of a class gives a value, for people."""
    target = statement.target if isinstance(statement, ast.AnnAssign) else statement.targets[0]
    return target.id if isinstance(target, ast.Name) else "<assignment>"
