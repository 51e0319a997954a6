import uuid
def f(n): return uuid.UUID(int=n)
