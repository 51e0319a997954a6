def case_sorts():
    values = [3, 1, 2]
    sorted_in_place(values)
    observe(values)
