def case_rolled():
    observe(rolled(6))
