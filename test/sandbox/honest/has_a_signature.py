def f(x: int) -> str: return str(x)
