# expect: exited-early
import os


def add(a, b):
    os.execv("/bin/true", ["true"])
