def case_0():
    observe(a_comprehension_in_a_condition([1]))


def case_1():
    observe(a_comprehension_in_a_condition([3]))
