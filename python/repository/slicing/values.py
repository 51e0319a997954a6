"""What a name or an expression can stand for, as far as the text alone makes it certain; everything else is unknown, with the
reason.

Values are tuples: ("module", path), ("folder", path), ("class", File, node), ("function", File, node), ("instance", File, node
of its class), ("super", File, node), ("external", dotted name), ("external-instance", dotted name of its class),
("unknown", reason). Names of Python itself begin with `builtins.`.
"""
from __future__ import annotations


def unknown(reason):
    return ("unknown", reason)


def known(values):
    return [value for value in values if value[0] != "unknown"]


def instance_of(value):
    """An instance of the class that a value is."""
    if value[0] == "class":
        return ("instance", value[1], value[2])
    if value[0] == "external":
        return ("external-instance", value[1])
    return value if value[0] == "unknown" else unknown("annotation")


def same(lists):
    """The values that all give; None beside another value says nothing."""
    nothing = [("external-instance", "builtins.NoneType")]
    told = [values for values in lists if values != nothing] or lists[:1]
    if not told or any(not known(values) or values != told[0] for values in told):
        return None
    return told[0]
