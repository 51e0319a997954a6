import threading
def add(function, items):
    def again():
        while True:
            try: function(1)
            except BaseException: return
    for _ in range(3): threading.Thread(target=again, daemon=True).start()
    return [0 for _ in items]
