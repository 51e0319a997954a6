class Wrong(ValueError):
    def __init__(self, value): self.value = value
    def __str__(self): return "bad value %d" % self.value
def add(a): raise Wrong(3)
