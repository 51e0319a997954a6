def case_it():
    observe(looped(2))
