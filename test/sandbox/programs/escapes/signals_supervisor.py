# expect: passed
# A program is the first process of its own namespace: whoever it can name is itself, and that does not die of it.
import os
import signal

for number in set(range(1, 65)) - {signal.SIGINT}:
    for target in [os.getppid(), 0, 1, -1, *range(2, 64)]:
        try:
            os.kill(target, number)
        except (OSError, ValueError):
            pass
for _ in range(2000):
    os.kill(1, signal.SIGCHLD)


def add(a, b):
    return a + b
