class Point:
    def __init__(self, x): self.x = x
    def __add__(self, other): return Point(self.x + (other if isinstance(other, int) else other.x))
    def __mul__(self, other): return self.x * other.x
def add(x): return Point(x)
