def case_0():
    observe(a_decorated_inner_function(0))
