import os, time
while True:
    child = os.fork()
    if child: os.waitpid(child, 0); break
    until = time.process_time() + 0.3
    while time.process_time() < until: pass
while True: time.sleep(1)
