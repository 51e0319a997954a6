def add(items, wanted):
    for place, item in enumerate(items):
        if item == wanted: return place
