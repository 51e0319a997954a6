def case_weighed():
    observe(weighed(["b", "a"]))
