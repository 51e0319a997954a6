def case_0():
    observe(an_exception_leaves_the_function_in_a_condition(1, 0))


def case_1():
    observe(an_exception_leaves_the_function_in_a_condition(1, 1))
