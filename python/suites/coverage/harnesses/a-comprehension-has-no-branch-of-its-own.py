def case_0():
    observe(a_comprehension_has_no_branch_of_its_own([1, 0]))
