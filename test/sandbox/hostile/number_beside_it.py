LIMIT = 5
def add(a, b): return 0
