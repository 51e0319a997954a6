"""Finds the function under test in the imported project, by module and qualified name."""
from __future__ import annotations

import inspect
import types


def reachable(qualname: str) -> str:
    """What can be had by name: a function within another is seen by calls of that one, and of what that one gives."""
    return qualname.split(".<locals>")[0]


class Target:
    """`owner`: the module or class that holds it; `held`: what stands there (a descriptor, in a class); `value`: what an access gives."""

    def __init__(self, module: types.ModuleType, qualname: str):
        *scope, self.name = reachable(qualname).split(".")
        self.module, self.owner = module, module
        for part in scope:
            self.owner = getattr(self.owner, part)
        held_name = f"_{self.owner.__name__.lstrip('_')}{self.name}" if self.is_mangled() else self.name
        self.value = getattr(self.owner, held_name)
        self.held = inspect.getattr_static(self.owner, held_name)
        self.outermost = getattr(module, scope[0]) if scope else self.value

    def is_mangled(self) -> bool:
        return isinstance(self.owner, type) and self.name.startswith("__") and not self.name.endswith("__")

    def functions(self) -> list:
        """What is held, and what that wraps, down to plain functions."""
        found, todo = [], [self.held]
        while todo and len(found) < 50:
            one = todo.pop()
            if one is None or any(one is known for known in found):
                continue
            found.append(one)
            if isinstance(one, property):
                todo += [one.fget, one.fset, one.fdel]
            for name in ("__func__", "__wrapped__", "func", "fget"):
                inner = inspect.getattr_static(one, name, None)
                if isinstance(inner, types.MemberDescriptorType) or isinstance(inner, types.GetSetDescriptorType):
                    inner = getattr(one, name, None)
                if callable(inner) or isinstance(inner, (staticmethod, classmethod)):
                    todo.append(inner)
        return found
