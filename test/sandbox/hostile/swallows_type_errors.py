class add:
    def __init__(self, a, b): pass
    def __enter__(self): return self
    def __exit__(self, *about): return True
    def value(self): raise KeyError("value")
