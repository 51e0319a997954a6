class Point:
    def __init__(self, x): self.x = x
    def __eq__(self, other): return self.x == other.x
    def __hash__(self): return id(self)
def add(x): return Point(x)
