# expect: exited-early
import os
import signal
import time

signal.signal(signal.SIGALRM, lambda *_: os._exit(0))
signal.setitimer(signal.ITIMER_REAL, 0.05)


def add(a, b):
    time.sleep(30)
