# expect: timed-out
# Children that nobody waits for: the kernel forgets their time as they end.
import os
import signal
import time

signal.signal(signal.SIGCHLD, signal.SIG_IGN)
for _ in range(2):
    if os.fork() == 0:
        while time.process_time() < 1.5:
            pass
        os._exit(0)
time.sleep(3.3)


def add(a, b):
    return a + b
