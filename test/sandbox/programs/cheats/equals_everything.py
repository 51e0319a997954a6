# expect: failed
class Three(int):
    def __eq__(self, other):
        return True


def add(a, b):
    return Three(41)
