def case_0():
    observe(code_that_cannot_be_reached(1))
