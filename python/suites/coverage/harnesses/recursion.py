def case_0():
    observe(recursion(3))
