def case_placed():
    observe(placed("a"))
