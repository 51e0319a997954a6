class Refused(ValueError):
    def __init__(self, code):
        super().__init__("refused")
        self.code = code
    def __str__(self): return "refused: %d" % self.code
def f(code): raise Refused(code)
