# expect: raised
import os
import signal

os.kill(-1, signal.SIGKILL)


def add(a, b):
    return a + b
