# expect: exited-early
import os
import threading
import time


def leave():
    time.sleep(0.05)
    os._exit(0)


threading.Thread(target=leave).start()


def add(a, b):
    time.sleep(30)
