def case_told():
    observe(told("ZOO", "open"))
