def case_0():
    observe(a_for_that_ran_to_its_end([1, 2]))
