def case_it():
    observe(flooding(2))
