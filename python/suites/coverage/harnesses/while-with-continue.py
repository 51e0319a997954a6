def case_0():
    observe(while_with_continue(1))
