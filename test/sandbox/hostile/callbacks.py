def add(kind, function, *items):
    if kind == "map": return [function(one) for one in items]
    if kind == "sort": return sorted(items, key=function)
    if kind == "error":
        try: return function(items[0])
        except KeyError as error: return "missing " + error.args[0]
    if kind == "nest": return function(lambda value: value + 1)
    if kind == "deep": return 0 if items[0] == 0 else 1 + function(items[0] - 1)
