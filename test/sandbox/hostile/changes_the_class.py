def add(thing):
    thing.__class__ = type("Other", (), {})
    return 1
