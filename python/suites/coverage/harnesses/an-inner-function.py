def case_0():
    observe(an_inner_function(1))
