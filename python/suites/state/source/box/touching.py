"""Functions that change what is theirs and what is not."""
import functools
import os
import random
import time

SEEN = []
COUNT = 0


def sorted_in_place(values):
    """Sorts a list, and says how many there are."""
    values.sort()
    return len(values)


@functools.lru_cache(maxsize=None)
def cached(n):
    """How often it was worked out before."""
    SEEN.append(n)
    return len(SEEN)


def counted(step):
    """A number that grows by each call."""
    global COUNT
    COUNT += step
    return COUNT


def told(name, value):
    """Sets a variable of the environment, and reads it."""
    os.environ[name] = value
    return os.environ.get(name)


def placed(name):
    """Makes a folder, goes there, and says where that is from."""
    os.mkdir(name)
    os.chdir(name)
    return os.path.basename(os.getcwd())


def drawn(n):
    """Numbers of a generator that was given a seed."""
    random.seed(n)
    return [random.randrange(100) for _ in range(n)]


def waited(seconds):
    """Whether time goes on."""
    before = time.monotonic()
    time.sleep(seconds)
    return time.monotonic() > before
