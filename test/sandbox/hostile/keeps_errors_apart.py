def add(error, count):
    return [error, [ValueError(n) for n in range(count)]]
