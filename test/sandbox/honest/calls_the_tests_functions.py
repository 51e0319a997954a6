def f(function, items): return [function(item) for item in items]
