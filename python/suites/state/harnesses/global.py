def case_first():
    observe(counted(1))


def case_second():
    observe(counted(2))
