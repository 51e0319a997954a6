def case_0():
    observe(with_that_returns_inside_a_loop([0, 0, 2]))
