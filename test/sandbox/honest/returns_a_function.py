def f(n): return lambda x: x + n
