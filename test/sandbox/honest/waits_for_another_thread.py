import queue
class f:
    def __init__(self): self.items = queue.Queue()
    def put(self, item): self.items.put(item)
    def get(self): return self.items.get()
