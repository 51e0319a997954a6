def case_0():
    observe(an_inner_function_that_is_never_called(1))
