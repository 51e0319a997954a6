def add(view):
    total = sum(view)
    view[0] = 9
    return total
