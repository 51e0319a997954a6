class Stack:
    def __init__(self): self.items = []
    def push(self, item):
        self.items.append(item)
        return self
    def __len__(self): return len(self.items)
