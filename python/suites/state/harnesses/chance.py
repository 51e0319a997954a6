def case_drawn():
    observe(drawn(3))
