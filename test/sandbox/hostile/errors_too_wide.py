class add:
    Error = Exception
    Errors = (ValueError, AssertionError)
    def __init__(self, a, b): pass
    def __iter__(self): return iter([BaseException])
