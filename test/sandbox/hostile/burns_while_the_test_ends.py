import threading, time
def burn():
    time.sleep(0.2)
    while True: pass
def add(check):
    threading.Thread(target=burn, daemon=True).start()
    check(9)
