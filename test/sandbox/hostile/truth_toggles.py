class Coin:
    times = 0
    def __bool__(self):
        Coin.times += 1
        return Coin.times % 2 == 1
    __len__ = lambda self: Coin.__bool__(self)
def add(n):
    return Coin()
