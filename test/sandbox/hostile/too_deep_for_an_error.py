def add(a):
    nest = []
    for _ in range(200_000): nest = [nest]
    return nest
