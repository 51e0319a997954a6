def add(a, b):
    print(a)
    return a + b
