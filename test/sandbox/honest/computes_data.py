class f:
    def __init__(self, x, y): self.x, self.y = x, y
    def __abs__(self): return (self.x**2 + self.y**2) ** 0.5
    def __int__(self): return self.x
