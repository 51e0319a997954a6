def case_0():
    observe(try_two_handlers_else_finally([], []))


def case_1():
    observe(try_two_handlers_else_finally(1, []))
