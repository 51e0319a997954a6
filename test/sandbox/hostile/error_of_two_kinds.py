class Missing(KeyError, ValueError): pass
def add(a): raise Missing(1)
