def case_it():
    observe(forked(2))
