def case_0():
    observe(a_class_in_the_function(1))
