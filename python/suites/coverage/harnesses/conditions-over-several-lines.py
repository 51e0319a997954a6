def case_0():
    observe(conditions_over_several_lines(0))


def case_1():
    observe(conditions_over_several_lines(1, 2))
