def case_0():
    observe(if_and_elif_all_ways(1))


def case_1():
    observe(if_and_elif_all_ways(2))


def case_2():
    observe(if_and_elif_all_ways(3))
