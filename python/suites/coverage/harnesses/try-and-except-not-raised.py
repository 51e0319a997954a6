def case_0():
    observe(try_and_except_not_raised('3'))
