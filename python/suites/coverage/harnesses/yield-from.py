def case_0():
    observe(list(yield_from([1])))
