def case_0():
    observe(a_for_that_always_returns([1]))
