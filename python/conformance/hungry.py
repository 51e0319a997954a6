import os
import signal


def add(a, b):
    if b == 0:
        return len([bytearray(1 << 20) for _ in range(4096)])
    if b == 1:
        while True:
            os.write(1, b"x" * 4096)
    if b == 2:
        started = 0
        try:
            while True:
                if os.fork() == 0:
                    signal.pause()
                started += 1
                if started > 200:
                    return "unlimited"
        except BlockingIOError:
            return "limited"
    if b == 3:
        try:
            with open("/tmp/fill", "wb") as file:
                for _ in range(64):
                    file.write(bytes(1 << 20))
        except OSError:
            return "limited"
        return "unlimited"
