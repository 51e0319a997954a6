def add(a, b=2, /, *rest, c=3, **named):
    if a == "cycle":
        x = [1]; x.append(x)
        return x
    if a == "shared":
        y = [0]
        return [y, y]
    return [a, b, list(rest), c, named]
