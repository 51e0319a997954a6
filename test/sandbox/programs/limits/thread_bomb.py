# expect: timed-out, raised
import threading
import time


def wait():
    while True:
        time.sleep(10)


while True:
    try:
        threading.Thread(target=wait, daemon=True).start()
    except RuntimeError:
        pass
