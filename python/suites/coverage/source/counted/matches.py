"""The same, of functions with `match`: Python 3.10 and later."""


def match_with_a_default(a):
    match a:
        case 1:
            return "one"
        case [x, *_]:
            return x
        case _:
            return None


def match_without_a_default_with_a_guard(a):
    found = 0
    match a:
        case {"k": v} if v > 1:
            found = v
        case str():
            found = -1
    return found
