def case_0():
    observe(exempted_by_its_author(0))
