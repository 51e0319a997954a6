"""Prints mutants of the Python program in `program`, of at most `count`, as one JSON list of texts.

Run as a script in a box: standard input is {"program": text, "count": number, "entry": name}. A mutant differs from
the program in one place that is likely to matter; the same program always has the same mutants.
"""
import ast
import copy
import json
import sys

COMPARISONS = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq, ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}
ARITHMETIC = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.FloorDiv: ast.Mult,
    ast.Div: ast.Mult, ast.Mod: ast.FloorDiv, ast.BitXor: ast.BitAnd, ast.Pow: ast.Mult,
}


def swap_comparison(node):
    other = COMPARISONS.get(type(node.ops[0]))
    if other is not None:
        node.ops[0] = other()
    return other is not None


def swap_arithmetic(node):
    other = ARITHMETIC.get(type(node.op))
    if other is not None:
        node.op = other()
    return other is not None


def change_constant(node):
    value = node.value
    if isinstance(value, bool):
        node.value = not value
    elif isinstance(value, int):
        node.value = value + 1
    else:
        return False
    return True


def swap_logic(node):
    node.op = ast.Or() if isinstance(node.op, ast.And) else ast.And()
    return True


CHANGES = {
    ast.Compare: swap_comparison, ast.BinOp: swap_arithmetic, ast.AugAssign: swap_arithmetic,
    ast.Constant: change_constant, ast.BoolOp: swap_logic,
}


def sites(tree):
    """Places that can be changed, by their position in the walk."""
    return [at for at, node in enumerate(ast.walk(tree)) if type(node) in CHANGES]


def mutants(program, count):
    tree = ast.parse(program)
    seen = {ast.unparse(tree)}
    places = sites(tree)
    # Spread over the program, not only its first lines.
    order = sorted(range(len(places)), key=lambda index: (index * 7919) % (len(places) or 1))
    found = []
    for index in order:
        if len(found) >= count:
            break
        changed = copy.deepcopy(tree)
        node = list(ast.walk(changed))[places[index]]
        if not CHANGES[type(node)](node):
            continue
        text = ast.unparse(changed) + "\n"
        if text not in seen:
            seen.add(text)
            found.append(text)
    return found


def main():
    job = json.load(sys.stdin)
    json.dump(mutants(job["program"], job["count"]), sys.stdout)


if __name__ == "__main__":
    main()
