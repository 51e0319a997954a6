class Endless:
    def __iter__(self): return self
    def __next__(self): return "x" * 10000
    def __length_hint__(self): return 2**40
    def __len__(self): return 2**40
def add(a, b):
    return Endless()
