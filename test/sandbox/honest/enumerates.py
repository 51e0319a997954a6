import enum
class Colour(enum.Enum):
    RED = 1
def f(n): return Colour(n)
