# expect: passed
import os
import signal

for number in range(1, 65):
    if number != signal.SIGCHLD:
        try:
            os.kill(1, number)
        except OSError:
            pass
for _ in range(2000):
    os.kill(1, signal.SIGCHLD)


def add(a, b):
    return a + b
