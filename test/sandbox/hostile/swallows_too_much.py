class Quiet:
    def __enter__(self): return self
    def __exit__(self, *error): return True
def add(): return Quiet()
