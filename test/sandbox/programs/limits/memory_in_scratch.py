# expect: passed
try:
    for number in range(100):
        with open("/dev/shm/%d" % number, "wb") as file:
            file.write(bytes(1 << 20))
except OSError:
    pass


def add(a, b):
    return a + b
