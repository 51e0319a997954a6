def add(a, b):
    prime = 2**61 - 1
    return [n * prime for n in range(60000)]
