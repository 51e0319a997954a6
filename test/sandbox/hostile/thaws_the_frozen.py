def add(point):
    point.x += 4
    return point.x
