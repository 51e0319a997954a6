def case_below():
    observe(rounded(11, 5))


def case_half():
    observe(rounded(12, 4))
    observe(rounded(10, 4))


def case_above():
    observe(rounded(14, 5))


def case_multiple():
    observe(rounded(15, 5))


def case_one():
    observe(rounded(7, 1))
    observe(rounded(9, 2))


def case_less_than_nothing():
    observe(rounded(-7, 5))


def case_refused():
    for step in (0, -1):
        try:
            rounded(7, step)
        except ValueError as error:
            observe(str(error))
