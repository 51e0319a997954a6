import enum, typing
class Colour(enum.IntEnum):
    RED = 1
class Point(typing.NamedTuple):
    x: int
class Words(list): pass
def f(): return Colour.RED, Point(3), Words(["a"])
