def f(thing): return thing.size
