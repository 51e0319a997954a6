def case_0():
    observe(decorated(1))


def case_1():
    observe(decorated(1))
