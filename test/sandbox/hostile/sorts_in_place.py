def add(kind, x, y=None):
    if kind == "sort": x.sort(key=lambda one: -one)
    elif kind == "nested": x["a"][0].append(9); x["b"] = {1, 2}; del x["c"]
    elif kind == "same": x.append(1); return x is y, y
    elif kind == "swap": x[0], x[1] = x[1], x[0]
    elif kind == "bytes": x[0:2] = b"zz"; x.extend(b"!")
