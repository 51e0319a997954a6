def case_0():
    observe(finally_with_a_return_inside_the_try(1, []))


def case_1():
    observe(finally_with_a_return_inside_the_try(0, [1]))
