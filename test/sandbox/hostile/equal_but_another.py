def add(items, numbers):
    items.discard(1)
    items.add(True)
    numbers[0] = -0.0
