class Box:
    def __init__(self, items): self.items = items
    def __contains__(self, item): return True
    def __iter__(self): return iter(self.items)
def add(items): return Box(items)
