def case_0():
    observe(while_true(1))
