def case_nothing():
    worth(0, 0, 0)


def case_more():
    worth(0, 0, -16)
