def case_placed():
    observe(placed("inner"))


def case_again():
    observe(placed("inner"))
