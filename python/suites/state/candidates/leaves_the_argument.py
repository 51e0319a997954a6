def sorted_in_place(values):
    return len(sorted(values))
