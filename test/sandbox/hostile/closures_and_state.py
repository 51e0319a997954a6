from functools import lru_cache, partial
def counter():
    n = 0
    def count():
        nonlocal n
        n += 1
        return n
    return count
@lru_cache(maxsize=None)
def fib(n): return n if n < 2 else fib(n - 1) + fib(n - 2)
def collect(value, seen=[]):
    seen.append(value)
    return seen
def add(kind): return {"counter": counter(), "fib": fib, "collect": collect, "partial": partial(max, 3)}[kind]
