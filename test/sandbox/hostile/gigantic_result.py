def add(a, b):
    return ["x" * 1000000] * 1 + [str(n) + "y" * 1000000 for n in range(300)]
