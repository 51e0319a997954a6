def case_till():
    till("first")
