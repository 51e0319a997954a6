def add(a): raise ValueError("secret", add)
