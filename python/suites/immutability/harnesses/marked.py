def case_marked():
    marked("x")
