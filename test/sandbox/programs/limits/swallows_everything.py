# expect: timed-out
def add(a, b):
    while True:
        try:
            while True:
                pass
        except BaseException:
            pass
