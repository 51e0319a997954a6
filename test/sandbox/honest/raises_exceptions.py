class Refused(ValueError):
    def __init__(self, code):
        super().__init__("refused")
        self.code = code
def f(code): raise Refused(code)
