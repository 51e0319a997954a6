def case_it():
    observe(orphaned(2))
