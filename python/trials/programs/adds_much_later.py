import time


def add(a, b):
    time.sleep(2)
    return a + b
