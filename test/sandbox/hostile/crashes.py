import ctypes
def add(a, b):
    ctypes.memset(0, 0, 1)
    return a + b
