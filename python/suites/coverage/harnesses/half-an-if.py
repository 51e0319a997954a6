def case_0():
    observe(half_an_if(1))
