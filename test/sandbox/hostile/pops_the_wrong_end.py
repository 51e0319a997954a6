class Stack(list):
    def pop(self): return list.pop(self, 0)
def add(): return Stack()
