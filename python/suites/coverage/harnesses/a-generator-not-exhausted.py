def case_0():
    observe(next(a_generator_not_exhausted([1, 2])))
