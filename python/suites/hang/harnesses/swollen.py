def case_it():
    observe(swollen(2))
