class Folded(str):
    def __eq__(self, other): return self.lower() == other.lower()
    __hash__ = str.__hash__
def f(text): return Folded(text)
