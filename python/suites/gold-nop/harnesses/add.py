def case_small():
    add(1, 2)


def case_zero():
    add(-1, 1)


def case_huge():
    add(10**20, 1)


def case_fractions():
    add(2.5, 0.5)
