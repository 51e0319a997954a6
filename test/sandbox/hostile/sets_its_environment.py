import os
def add(a, b):
    os.environ["SUM"] = str(a + b)
    return a + b
