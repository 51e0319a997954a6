"""Python's order of the classes above a class."""
from __future__ import annotations

MOST_BASES = 60


def merged(own, parents):
    """The method resolution order; for bases that have none, left to right."""
    order, lists = list(own), [list(item) for item in parents if item]
    lists.append([item[0] for item in lists])
    lists = [item for item in lists if item]
    while lists:
        for candidate in lists:
            if not any(candidate[0] in other[1:] for other in lists):
                head = candidate[0]
                break
        else:
            head = lists[0][0]
        if head not in order:
            order.append(head)
        lists = [rest for rest in ([item for item in one if item != head] for one in lists) if rest]
        if len(order) > MOST_BASES:
            break
    return order
