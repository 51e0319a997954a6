def case_0():
    observe(an_if_that_ends_the_function(0, []))
