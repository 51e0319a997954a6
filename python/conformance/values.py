from collections import Counter


class Odd(ValueError):
    pass


class Pair:
    def __init__(self, left, right):
        self.left = left
        self.right = right


def same(value):
    return value


def grow(values):
    values.append(len(values))


def apply(function, values):
    return [function(value) for value in values]


def count(limit):
    yield from range(limit)


def refuse(value):
    raise Odd(value)


def pair(left, right):
    return Pair(left, right)


def letters(text):
    return Counter(text)
