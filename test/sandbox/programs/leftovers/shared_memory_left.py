# expect: passed
import ctypes

ctypes.CDLL(None).shmget(4711, 4096, 0o1000 | 0o600)


def add(a, b):
    return a + b
