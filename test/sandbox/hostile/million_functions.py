def add(a, b):
    return [lambda: n for n in range(1000000)]
