def add(error): error.args = (9,)
