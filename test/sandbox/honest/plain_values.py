def f(value): return [value, {"same": value}]
