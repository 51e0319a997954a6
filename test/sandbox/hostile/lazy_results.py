import itertools
class Countdown:
    def __init__(self, n): self.n = n
    def __iter__(self):
        n = self.n
        while n: yield n; n -= 1
def echo():
    got = yield "ready"
    while True: got = yield got * 2
def add(kind):
    return {"class": Countdown(3), "count": itertools.count(5), "echo": echo(), "zip": zip("ab", [1, 2]), "keys": {"a": 1}.keys(), "map": map(str, range(3)), "view": memoryview(b"abc")}[kind]
