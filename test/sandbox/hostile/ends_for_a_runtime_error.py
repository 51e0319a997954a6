def add(a): return next(iter(()))
