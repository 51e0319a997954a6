def case_0():
    observe(1)
