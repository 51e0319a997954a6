class Trouble(ValueError):
    def __init__(self, code): super().__init__("trouble %d" % code); self.code = code
class Deep(Trouble): pass
def add(kind):
    if kind == "own": raise Trouble(7)
    if kind == "deep":
        try: {}["x"]
        except KeyError as error: raise Deep(8) from error
    if kind == "builtin": return int("x")
    if kind == "zero": return 1 // 0
    if kind == "stop": raise StopIteration(3)
    if kind == "unicode": return b"\xff".decode()
    if kind == "many": raise OSError(2, "gone", "file.txt")
