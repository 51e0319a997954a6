class Point:
    def __init__(self, x): self.x = x
    def __eq__(self, other): return self.x == other.x
class Placed(Point):
    def __hash__(self): return id(self)
def add(x, placed): return (Placed if placed else Point)(x)
