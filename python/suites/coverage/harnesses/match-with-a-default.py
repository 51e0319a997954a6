def case_0():
    observe(match_with_a_default(1))


def case_1():
    observe(match_with_a_default(5))
