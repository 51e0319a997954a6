"""Addition, as the hostile programs of a corpus are asked for it."""


def add(left, right):
    """The sum of two numbers."""
    return left + right
