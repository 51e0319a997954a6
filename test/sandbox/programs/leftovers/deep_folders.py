# expect: passed
import os

for _ in range(3000):
    os.mkdir("d" * 60)
    os.chdir("d" * 60)


def add(a, b):
    return a + b
