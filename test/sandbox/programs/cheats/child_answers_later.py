# expect: exited-early
# The first process leaves; a child with the same descriptors goes on and would answer rightly.
import os


def add(a, b):
    if os.fork():
        os._exit(0)
    os.setsid()
    return a + b
