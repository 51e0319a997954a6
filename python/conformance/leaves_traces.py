import os
import signal
import time


def spread():
    with open("/tmp/trace", "w") as file:
        file.write("x")
    os.makedirs("/tmp/deep/er")
    with open("/dev/shm/trace", "w") as file:
        file.write("x")
    for _ in range(3):
        if os.fork() == 0:
            os.setsid()
            signal.signal(signal.SIGTERM, signal.SIG_IGN)
            while True:
                time.sleep(1)
    return True


def traces():
    processes = [name for name in os.listdir("/proc") if name.isdigit()]
    files = os.listdir("/tmp") + os.listdir("/dev/shm")
    return len(processes) - 2, files


def add(a, b):
    return a + b
