def case_0():
    observe(a_with_block(1))


def case_1():
    observe(a_with_block(0))
