def case_0():
    observe(while_and_else(5))
