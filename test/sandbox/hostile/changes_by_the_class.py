def add(thing):
    type(thing).limit = 9
    return 1
