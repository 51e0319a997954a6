class Thing: pass
def add(a): return Thing()
