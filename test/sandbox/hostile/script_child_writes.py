import os, time
print("right", flush=True)
if os.fork() == 0:
    os.setsid()
    while True:
        try: os.write(1, b"wrong\n")
        except OSError: time.sleep(1)
