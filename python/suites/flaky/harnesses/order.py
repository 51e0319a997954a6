def case_a():
    observe(numbered("a"))


def case_b():
    observe(numbered("b"))
