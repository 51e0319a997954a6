def case_it():
    observe(locked(2))
