def case_0():
    observe(for_break_and_else([1, 2], 2))
