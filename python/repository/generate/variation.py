"""Variation of known inputs: the texts of a call's arguments, changed in one or two places.

Only plain constants, displays (lists, tuples, dictionaries, sets) and whole arguments are changed, so a varied call
needs what its parent needed. `vary(call, pools, random) -> CALL or None`; `pools` is a Pools.
None comes in only where the signature allows it (annotation or default).
"""
from __future__ import annotations

import ast
import copy

LONGEST = 6000


class Pools:
    """What a function's inputs may be made of: constants of its body, values seen for its parameters, defaults."""

    def __init__(self, facts: dict, constants: list, seen: dict, elsewhere: dict):
        self.parameters = [one for one in facts.get("parameters", []) if one["name"] not in ("self", "cls")]
        if facts["kind"] in ("method", "class-method") and facts.get("parameters"):
            self.parameters = facts["parameters"][1:]
        self.integers = sorted({value + step for value in constants if type(value) is int and abs(value) < 1 << 40 for step in (-1, 0, 1)} | {0, 1, 2, -1, 3, 7})
        self.texts = sorted({value for value in constants if type(value) is str and len(value) < 60} | {"", " ", "a", "Ab", "x y"})
        self.floats = sorted({float(value) for value in constants if type(value) is float} | {0.0, 0.5, -1.5, 2.0})
        self.seen, self.elsewhere = seen, elsewhere

    def allows_none(self, name: str) -> bool:
        for one in self.parameters:
            if one["name"] == name:
                return one.get("default") == "None" or any(word in (one.get("annotation") or "") for word in ("None", "Optional"))
        return False

    def values_for(self, name: str) -> list:
        return self.seen.get(name, []) + self.elsewhere.get(name, [])


def constant(value, pools: Pools, random):
    """Another constant of the same type, or None."""
    if type(value) is bool:
        return not value
    if type(value) is int:
        near = [value + 1, value - 1, -value, value * 2, value // 2] + pools.integers
        chosen = near[random.randrange(len(near))]
        return chosen if abs(chosen) <= max(1000, abs(value) * 2) else None
    if type(value) is float:
        near = [value + 1.0, -value, value / 2, value + 0.25, float(int(value)) if abs(value) < 1e15 else 0.0] + pools.floats
        return near[random.randrange(len(near))]
    if type(value) is str:
        return text(value, pools.texts, random)
    if type(value) is bytes:
        changed = text(value.decode("latin-1"), [one for one in pools.texts if one.isascii()], random)
        return changed.encode("latin-1", "replace")
    return None


def text(value: str, words: list, random) -> str:
    place = random.randrange(len(value) + 1)
    word = words[random.randrange(len(words))]
    ways = [lambda: "", lambda: value[:-1], lambda: value[1:], lambda: value + value, lambda: value.upper(), lambda: value.lower(), lambda: value.swapcase(),
            lambda: " " + value + " ", lambda: value[::-1], lambda: word, lambda: value[:place] + word + value[place:], lambda: value[:place] + word + value[place:],
            lambda: value[:place] + value[place + 1:], lambda: value + "\u00e9", lambda: value[:place] + "\n" + value[place:], lambda: value + "-" + value.title(),
            lambda: value[:place], lambda: value[place:], lambda: value + str(random.randrange(12))]
    return ways[random.randrange(len(ways))]()


def node_of(value) -> ast.AST:
    return ast.parse(repr(value), mode="eval").body


def sites(root: ast.AST) -> list:
    """[(parent, field, place or None, node)] of what may be changed; nothing inside of lambdas or of `load("...")`."""
    found, rest = [], [(root, "body", None, root.body)]
    while rest and len(found) < 400:
        parent, field, place, node = rest.pop()
        if isinstance(node, ast.Lambda) and [each.arg[:2] for each in node.args.args] == ["_v"]:
            rest.append((node, "body", None, node.body))
            continue
        if isinstance(node, (ast.Lambda, ast.JoinedStr)):
            continue
        if isinstance(node, ast.Call):
            name = node.func.id if isinstance(node.func, ast.Name) else ""
            if name == "load" or name.startswith("_make_"):
                continue
            rest += [(node, "args", number, each) for number, each in enumerate(node.args)] + [(each, "value", None, each.value) for each in node.keywords]
            if isinstance(node.func, ast.Attribute) and not isinstance(node.func.value, ast.Name):
                rest.append((node.func, "value", None, node.func.value))
            continue
        if isinstance(node, ast.UnaryOp) and isinstance(node.operand, ast.Constant):
            found.append((parent, field, place, node))
        elif isinstance(node, ast.Constant):
            found.append((parent, field, place, node))
        elif isinstance(node, (ast.List, ast.Tuple, ast.Set)):
            found.append((parent, field, place, node))
            rest += [(node, "elts", number, each) for number, each in enumerate(node.elts)]
        elif isinstance(node, ast.Dict):
            found.append((parent, field, place, node))
            rest += [(node, "values", number, each) for number, each in enumerate(node.values)] + [(node, "keys", number, each) for number, each in enumerate(node.keys) if each is not None]
    return found


def put(parent, field, place, node) -> None:
    if place is None:
        setattr(parent, field, node)
    else:
        getattr(parent, field)[place] = node


def changed_display(node, pools: Pools, random):
    """A list, tuple, set or dictionary with other elements; None when this way leads nowhere."""
    new = copy.deepcopy(node)
    if isinstance(node, ast.Dict):
        way = random.randrange(4)
        if way == 0:
            return ast.Dict(keys=[], values=[])
        if not node.keys:
            return ast.Dict(keys=[node_of("a")], values=[node_of(1)])
        place = random.randrange(len(node.keys))
        if way == 1:
            del new.keys[place], new.values[place]
        elif way == 2:
            words = pools.texts
            new.keys[place] = node_of(words[random.randrange(len(words))]) if isinstance(new.keys[place], ast.Constant) and isinstance(new.keys[place].value, str) else new.keys[place]
        else:
            other = random.randrange(len(node.values))
            new.values[place], new.values[other] = new.values[other], new.values[place]
        return new
    items, way = new.elts, random.randrange(8)
    if not items:
        made = random.choice([[1, 2], ["a", "b"], [0], [3, 1, 2, 1]])
        new.elts = [node_of(value) for value in made]
    elif way == 0:
        items.clear()
    elif way == 1:
        items.pop(random.randrange(len(items)))
    elif way == 2:
        items.append(copy.deepcopy(items[random.randrange(len(items))]))
    elif way == 3:
        items.reverse()
    elif way == 4:
        one, other = random.randrange(len(items)), random.randrange(len(items))
        items[one], items[other] = items[other], items[one]
    elif way == 5:
        del items[1:]
    elif way == 6:
        items.extend(copy.deepcopy(items))
    else:
        items.insert(0, copy.deepcopy(items[-1]))
    if isinstance(node, ast.Set) and not new.elts:
        return ast.parse("set()", mode="eval").body
    return new


def vary_text(expression: str, pools: Pools, random):
    """One expression changed in one place, or None."""
    try:
        root = ast.parse(expression, mode="eval")
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    places = sites(root)
    if not places:
        return None
    parent, field, place, node = places[random.randrange(len(places))]
    if isinstance(node, (ast.Constant, ast.UnaryOp)):
        try:
            value = ast.literal_eval(node)
        except (ValueError, TypeError):
            return None
        new = constant(value, pools, random)
        if new is None or new != new or new in (float("inf"), float("-inf")):
            return None
        new = node_of(new)
    else:
        new = changed_display(node, pools, random)
    put(parent, field, place, new)
    return ast.unparse(ast.fix_missing_locations(root))


def parameter_name(pools: Pools, place: int) -> str:
    named = [one["name"] for one in pools.parameters if one["kind"] in ("positional-only", "positional")]
    if place < len(named):
        return named[place]
    many = [one["name"] for one in pools.parameters if one["kind"] == "var-positional"]
    return many[0] if many else ""


def vary(case: dict, pools: Pools, random) -> dict | None:
    """A case with a changed call, in one or (seldom) more places; its needs are those of all that went in."""
    call = copy.deepcopy(case["call"])
    needs = copy.deepcopy(case["needs"])
    for _ in range(1 if random.random() < 0.7 else 2):
        if not change(call, needs, pools, random):
            return None
    if len(repr(call)) > LONGEST:
        return None
    return {"call": call, "needs": needs, "origin": "variation", "from": case.get("from", case["origin"])}


def take(needs: dict, other: dict) -> None:
    needs["modules"] = sorted(set(needs["modules"]) | set(other["modules"]))
    needs["helpers"] = {**other["helpers"], **needs["helpers"]}
    needs["blobs"] = {**needs["blobs"], **other["blobs"]}


def change(call: dict, needs: dict, pools: Pools, random) -> bool:
    slots = [("arguments", place) for place in range(len(call["arguments"]))] + [("keywords", name) for name in call["keywords"]]
    roll = random.random()
    optional = [one for one in pools.parameters if one["kind"] in ("positional", "keyword-only") and one.get("default") is not None
                and one["name"] not in call["keywords"] and parameter_index(pools, one["name"]) >= len(call["arguments"])]
    if optional and roll < 0.25:
        one = optional[random.randrange(len(optional))]
        known = pools.values_for(one["name"])
        if known and random.random() < 0.6:
            text_, other = known[random.randrange(len(known))]
            take(needs, other)
        else:
            text_ = vary_text(one["default"], pools, random) if plain(one["default"]) else None
            if one["default"] == "None":
                text_ = random.choice(["0", "1", "2", "''", "'a'", "[1]", "True", "str", "len"])
        if text_ is None:
            return False
        call["keywords"][one["name"]] = text_
        return True
    if call["receiver"] is not None and (not slots or roll > 0.75):
        new = vary_text(call["receiver"], pools, random)
        if new is None:
            return False
        call["receiver"] = new
        return True
    if call["then"] and roll > 0.5:
        inner = call["then"][random.randrange(len(call["then"]))]
        return change(inner, needs, Pools({"kind": "function"}, [], {}, {}), random)
    if not slots:
        return False
    which, key = slots[random.randrange(len(slots))]
    name = parameter_name(pools, key) if which == "arguments" else key
    roll = random.random()
    if roll < 0.08 and which == "keywords":
        del call["keywords"][key]
        return True
    if roll < 0.08 and which == "arguments" and key == len(call["arguments"]) - 1 and key >= len(required(pools)):
        call["arguments"].pop()
        return True
    if roll < 0.12 and pools.allows_none(name):
        call[which][key] = "None"
        return True
    known = pools.values_for(name)
    if roll < 0.35 and known:
        text_, other = known[random.randrange(len(known))]
        take(needs, other)
        call[which][key] = text_
        return True
    if roll < 0.42 and which == "arguments" and any(one["kind"] == "var-positional" for one in pools.parameters):
        call["arguments"].append(call["arguments"][random.randrange(len(call["arguments"]))])
        return True
    new = vary_text(call[which][key], pools, random)
    if new is None:
        return False
    call[which][key] = new
    return True


def plain(expression: str) -> bool:
    try:
        ast.literal_eval(expression)
        return True
    except (ValueError, SyntaxError, TypeError, RecursionError, MemoryError):
        return False


def parameter_index(pools: Pools, name: str) -> int:
    for number, one in enumerate(one for one in pools.parameters if one["kind"] in ("positional-only", "positional")):
        if one["name"] == name:
            return number
    return 1 << 30


def required(pools: Pools) -> list:
    return [one for one in pools.parameters if one["kind"] in ("positional-only", "positional") and one.get("default") is None]
