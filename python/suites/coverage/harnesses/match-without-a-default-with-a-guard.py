def case_0():
    observe(match_without_a_default_with_a_guard({'k': 2}))


def case_1():
    observe(match_without_a_default_with_a_guard({'k': 1}))
