import os
import time


def add(a, b):
    if b == 0:
        while True:
            pass
    if b == 1:
        time.sleep(60)
    if b == 2:
        for _ in range(3):
            if os.fork() == 0:
                break
        while True:
            pass
