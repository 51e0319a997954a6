def case_it():
    observe(deaf(2))
