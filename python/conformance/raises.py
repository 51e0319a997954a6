class Boom(Exception):
    pass


def helper(values):
    return values[10]


def add(a, b):
    if b == 0:
        return helper([a])
    if b == 1:
        raise Boom("/usr/lib/python3/somewhere.py said \x1b[31mno\x1b[0m at 0x7f0011223344")
    if b == 2:
        assert a > b, "mine"
    raise KeyboardInterrupt
