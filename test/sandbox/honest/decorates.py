import functools
def f(function):
    @functools.wraps(function)
    def inner(*args): return function(*args)
    return inner
