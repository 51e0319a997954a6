class f:
    def __enter__(self): return self
    def __exit__(self, *about): return True
