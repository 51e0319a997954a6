"""Which of many mutants to run: a spread over operators and lines, the same one every time."""
from __future__ import annotations


def spread(candidates, limit: int, accept) -> list:
    """Up to `limit` of `candidates`, (operator, line, ...) tuples in the order of the text, each of which `accept(candidate)` lets in.

    The next is always of the operator, then of the line, which has been chosen least; ties go by how far it lies from chosen ones of its
    operator, then by place. `accept` is asked only for those whose turn comes: it may be dear.
    """
    operators: dict = {}
    for index, candidate in enumerate(candidates):
        operators.setdefault(candidate[0], []).append(index)
    queues = {operator: _by_halves(indexes) for operator, indexes in sorted(operators.items())}
    per_operator = dict.fromkeys(queues, 0)
    per_line: dict = {}
    chosen = []
    while len(chosen) < limit and queues:
        operator = min(queues, key=lambda name: (per_operator[name], name))
        queue = queues[operator]
        best = min(range(len(queue)), key=lambda place: (per_line.get(candidates[queue[place]][1], 0), place))
        index = queue.pop(best)
        if not queue:
            del queues[operator]
        if accept(candidates[index]):
            chosen.append(index)
            per_operator[operator] += 1
            per_line[candidates[index][1]] = per_line.get(candidates[index][1], 0) + 1
    return [candidates[index] for index in sorted(chosen)]


def _by_halves(indexes: list) -> list:
    """The first, then the middle, then the quarters, ...: every beginning of it is spread over the whole."""
    order = []
    seen = set()
    step = len(indexes)
    while len(order) < len(indexes):
        for place in range(0, len(indexes), max(step, 1)):
            if place not in seen:
                seen.add(place)
                order.append(indexes[place])
        step //= 2
    return order
