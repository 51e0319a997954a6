# expect: passed
import ctypes
import os
import subprocess
import sys
import tempfile
import threading


def add(a, b):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "sum")
        with open(path, "w") as file:
            file.write(str(a + b))
        text = subprocess.run(["/bin/cat", path], capture_output=True, text=True, check=True).stdout if os.path.exists("/bin/cat") else open(path).read()
    seen = []
    thread = threading.Thread(target=lambda: seen.append(ctypes.c_long(int(text)).value))
    thread.start()
    thread.join()
    sys.stdout.buffer.write(b"bytes\n")
    print("text", file=sys.stderr)
    return seen[0]
