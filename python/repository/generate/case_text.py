"""The text of a harness: a prelude with imports and helpers, then one function per case.

A case is {"call": CALL, "needs": NEEDS, "origin": one of ORIGINS, "from"?: text}; CALL and NEEDS as in
trace/tracer.py. A case of another kind holds its whole body: {"body": text of statements, "needs", "origin"}.
"""
from __future__ import annotations

import hashlib
import json
import textwrap

from ..trace.expression import alias

ORIGINS = ("trace", "variation", "hypothesis", "transplant", "model")


def arguments_text(call: dict) -> str:
    parts = list(call["arguments"])
    parts += ["%s=%s" % pair if pair[0].isidentifier() else "**{%r: %s}" % pair for pair in call["keywords"].items()]
    return ", ".join(parts)


def target_text(target: dict, call: dict) -> str:
    """The expression that is called, for a function `fut`, for methods an attribute of receiver or class."""
    if target["kind"] == "function":
        return "fut"
    if target["kind"] == "method":
        return "receiver." + target["name"]
    owner = call.get("receiver") or "%s.%s" % (alias(target["module"]), target["qualname"].rsplit(".", 1)[0])
    return "%s.%s" % (owner, target["name"])


def body_text(target: dict, case: dict) -> str:
    """The statements of a case."""
    if "body" in case:
        return case["body"]
    call, lines = case["call"], []
    if target["kind"] == "method":
        lines.append("receiver = %s" % call["receiver"])
    text = "%s(%s)" % (target_text(target, call), arguments_text(call))
    if "async" in target.get("tags", ()) and "generator" not in "".join(target.get("tags", ())):
        lines.append("observe(%s.run(%s))" % (alias("asyncio"), text))
        return "\n".join(lines)
    lines.append(("result = " if call["then"] else "") + text)
    if call["then"]:
        # What a decorator hangs on a function is seen in no call of it.
        lines.append("observe(getattr(result, '__dict__', None))")
    follow(call["then"], "result", lines)
    return "\n".join(lines)


def follow(then: list, name: str, lines: list) -> None:
    for number, call in enumerate(then):
        text = "%s%s(%s)" % (name, "." + call["attribute"] if call.get("attribute") else "", arguments_text(call))
        if call["then"]:
            inner = "%s_%d" % (name, number)
            lines.append("%s = %s" % (inner, text))
            lines.append("observe(getattr(%s, '__dict__', None))" % inner)
            follow(call["then"], inner, lines)
        else:
            lines.append("observe(%s)" % text)


def modules_of(target: dict, cases: list) -> set:
    modules = {name for case in cases for name in case["needs"]["modules"]}
    if target["kind"] in ("static-method", "class-method"):
        modules.add(target["module"])
    if "async" in target.get("tags", ()):
        modules.add("asyncio")
    return modules


def prelude(target: dict, cases: list) -> str:
    """Imports and helpers, each once, in an order in which each finds what it needs."""
    lines = ["import %s%s" % (name, "" if alias(name) == name else " as " + alias(name)) for name in sorted(modules_of(target, cases))]
    helpers: dict = {}
    for case in cases:
        helpers.update({name: text for name, text in case["needs"]["helpers"].items() if name not in helpers})
    for text in helpers.values():
        lines += ["", "", text.rstrip("\n")] if text.startswith(("def ", "class ")) else [text.rstrip("\n")]
    return "\n".join(lines)


def case_key(target: dict, case: dict) -> str:
    return hashlib.sha256(body_text(target, case).encode("utf-8", "surrogatepass")).hexdigest()[:16]


def harness(target: dict, cases: list, notes: dict) -> dict:
    """-> a harness; see the shared contract. Its provenance tells of each case where it came from."""
    names, blobs, provenance, texts = [], {}, {}, [prelude(target, cases)]
    for number, case in enumerate(cases):
        name = "case_%d" % number
        names.append(name)
        texts.append("def %s():\n%s" % (name, textwrap.indent(body_text(target, case), "    ")))
        blobs.update(case["needs"]["blobs"])
        provenance[name] = {"origin": case["origin"], **({"from": case["from"]} if case.get("from") else {})}
    source = "\n\n\n".join(text for text in texts if text) + "\n"
    return {"target": target["id"], "module": target["module"], "qualname": target["qualname"], "source": source, "cases": names, "blobs": blobs,
            "provenance": {"cases": provenance, **notes}}


def digest(value) -> str:
    return hashlib.sha256(json.dumps(value, sort_keys=True).encode()).hexdigest()
