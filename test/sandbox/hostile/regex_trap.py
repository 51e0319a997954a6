def add(a, b):
    return "1 " * 60 + "!"
