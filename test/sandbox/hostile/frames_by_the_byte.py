import json, os, stat, struct
def frame(value):
    data = value if isinstance(value, bytes) else json.dumps(value).encode()
    return struct.pack(">I", len(data)) + data
def sockets():
    for fd in range(64):
        try:
            if stat.S_ISSOCK(os.fstat(fd).st_mode): yield fd
        except OSError: pass
import time
while True:
    for fd in sockets():
        os.write(fd, b"\0")
    time.sleep(0.001)
