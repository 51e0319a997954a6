def add(a, b):
    for _ in range(8_000_000): pass
    return a + b
