def case_0():
    observe(if_and_elif_one_way_of_four(1))
