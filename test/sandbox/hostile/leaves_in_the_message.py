calls = []
def add(a, b):
    calls.append(a)
    if len(calls) > 1: raise MemoryError
    return 0
