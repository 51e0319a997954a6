# expect: passed
import os

os.makedirs("/tmp/a/b")
open("/tmp/a/b/c", "w").close()
os.chmod("/tmp/a/b", 0)
os.chmod("/tmp/a", 0)


def add(a, b):
    return a + b
