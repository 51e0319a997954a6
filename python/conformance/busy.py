import os
import signal
import time


def add(a, b):
    if b == 0:
        while True:
            pass
    if b == 3:
        # Nobody waits for them, and none is there when the program ends.
        signal.signal(signal.SIGCHLD, signal.SIG_IGN)
        for _ in range(8):
            if os.fork() == 0:
                begin = time.process_time()
                while time.process_time() < begin + 0.25:
                    pass
                os._exit(0)
            try:
                os.wait()
            except ChildProcessError:
                pass
        return a + b
    if b == 1:
        time.sleep(60)
    if b == 2:
        for _ in range(3):
            if os.fork() == 0:
                break
        while True:
            pass
