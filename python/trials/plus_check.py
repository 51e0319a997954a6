"""Checks a program on EvalPlus inputs against the reference solution, computed where the check runs.

Put before a call of `_plus_check` as the text of a test. `row` is the published JSON line, read here and nowhere
else: other readers would lose large integers, 1.0 and -0.0. The reference lives in a namespace of its own, so that
program and reference cannot mix their helpers. The rules of comparison are EvalPlus's.
"""

_PLUS_TYPING = (
    ("all", "2,116,132,143,222,261,273,394,399,421,424,429,470,560,579,596,616,630,726,740,744,809"),
    ("items", "63,64,70,94,120,237,272,299,400,409,417,438,473,614,780"),
    ("items-of-first", "75,413,444,753"),
    ("second", "106,750"),
    ("sets", "115"),
    ("float-complex", "124"),
    ("complex", "252"),
    ("first", "250,405,446,617,720,763,808,307"),
    ("tuples-of-tuples", "259,401,445"),
    ("first-deep", "278"),
    ("dict-of-tuples", "722"),
    ("deep", "580,615,791"),
)
_PLUS_AS_SETS = {
    "similar_elements", "find_char_long", "common_in_nested_lists", "extract_singly",
    "larg_nnum", "intersection_array", "find_dissimilar", "Diff",
}
_PLUS_IS_FOUND = {"check_str", "text_match_three", "text_starta_endb"}


def _plus_tuple(value):
    return tuple(value) if isinstance(value, list) else value


def _plus_deep(value):
    return tuple(_plus_deep(item) for item in value) if isinstance(value, list) else value


def _plus_items(value):
    return [_plus_tuple(item) for item in value] if isinstance(value, list) else value


def _plus_typed(task, args):
    """JSON knows neither tuples nor sets nor complex numbers; which arguments were some is known by task."""
    if not task.startswith("Mbpp/"):
        return args
    number = task.split("/")[1]
    rule = next((rule for rule, ids in _PLUS_TYPING if number in ids.split(",")), None)
    first, rest = (args[0], list(args[1:])) if args else (None, [])
    if rule == "all":
        return [_plus_tuple(arg) for arg in args]
    if rule == "items":
        return [_plus_items(arg) for arg in args]
    if rule == "items-of-first":
        return [_plus_items(first)] + rest
    if rule == "second":
        return [first, _plus_tuple(args[1])] + rest[1:]
    if rule == "sets":
        return [[set(item) if isinstance(item, list) and item else {} for item in first]] + rest
    if rule == "float-complex":
        return [float(first), complex(args[1])]
    if rule == "complex":
        return [complex(first)]
    if rule == "first":
        return [_plus_tuple(first)] + rest
    if rule == "tuples-of-tuples":
        return [tuple(_plus_items(arg)) for arg in args]
    if rule == "first-deep":
        return [tuple(_plus_items(first))] + rest
    if rule == "dict-of-tuples":
        return [{key: _plus_tuple(value) for key, value in first.items()}] + rest
    if rule == "deep":
        return _plus_deep(args)
    return args


def _plus_floats(value):
    if isinstance(value, float):
        return True
    return isinstance(value, (list, tuple)) and bool(value) and all(isinstance(i, float) for i in value)


def _plus_close(out, expected, atol):
    if isinstance(expected, (list, tuple)):
        return all(_plus_close(one, other, atol) for one, other in zip(out, expected))
    # Equal first: the difference of two infinities is no number.
    return out == expected or abs(out - expected) <= atol + 1e-7 * abs(expected)


def _plus_oracle(entry, args, out, expected, atol):
    """What some tasks accept besides equality; None: the task has no rule of its own."""
    if entry == "find_zero":
        return abs(sum(c * out ** i for i, c in enumerate(args[0]))) <= atol
    if entry == "are_equivalent":
        return True
    if entry == "sum_div" and out == 0:
        return True
    if entry in _PLUS_AS_SETS:
        return set(out) == set(expected)
    if entry in _PLUS_IS_FOUND:
        if isinstance(out, bool):
            return out == (expected is not None)
        return (expected is not None) == (out is not None)
    if entry == "surface_Area":
        base, height = args
        other = round(base ** 2 + 2 * base * ((base / 2) ** 2 + height ** 2) ** 0.5)
        return True if abs(out - other) <= atol else None
    if entry == "digit_distance_nums":
        one, other = str(args[0]), str(args[1])
        width = max(len(one), len(other))
        padded = zip(one.zfill(width), other.zfill(width))
        return True if out == sum(abs(int(a) - int(b)) for a, b in padded) else None
    return None


def _plus_same(entry, args, out, expected, atol):
    said = _plus_oracle(entry, args, out, expected, atol)
    if said is not None:
        return said
    if out == expected:
        return True
    if atol == 0 and _plus_floats(expected):
        atol = 1e-6
    if atol == 0 or type(out) is not type(expected):
        return False
    if isinstance(expected, (list, tuple)) and len(out) != len(expected):
        return False
    return _plus_close(out, expected, atol)


def _plus_check(row, candidate):
    import copy
    import json

    task = json.loads(row)
    name, entry = task["task_id"], task["entry_point"]
    source = task["prompt"] + task["canonical_solution"] if name.startswith("HumanEval") else task["canonical_solution"]
    apart = {"__name__": "reference"}
    exec(compile(source, "reference.py", "exec"), apart)
    reference = apart[entry]
    # One task without further inputs is published with an object in their place.
    for number, given in enumerate(list(task["base_input"]) + list(task["plus_input"])):
        args = _plus_typed(name, given)
        expected = reference(*copy.deepcopy(args))
        out = candidate(*copy.deepcopy(args))
        assert _plus_same(entry, args, out, expected, task["atol"]), "input %d" % number
