class add:
    def __init__(self): self.items = []
    def push(self, value):
        self.items.append(value)
        return self
    def pop(self):
        if not self.items: raise IndexError("pop from an empty stack")
        return self.items.pop()
    def __len__(self): return len(self.items)
    @property
    def top(self): return self.items[-1]
