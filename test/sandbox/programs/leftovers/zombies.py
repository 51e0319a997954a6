# expect: passed
import os

for _ in range(8):
    if os.fork() == 0:
        os._exit(0)


def add(a, b):
    return a + b
