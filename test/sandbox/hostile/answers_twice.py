import os, time
def add(a, b):
    if os.fork() == 0: return a + b + 1
    time.sleep(0.2)
    return a + b
