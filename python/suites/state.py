"""Arguments, caches, globals, environment, folder, chance and clock of one case are none of another one’s; what is done to an argument counts."""
# criterion: A7

# %% source box/__init__.py

# %% source box/touching.py
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

# %% probe argument
# function: box/touching.py::sorted_in_place#1
# reference: valid
def case_sorts():
    values = [3, 1, 2]
    sorted_in_place(values)
    observe(values)

# %% probe cache
# function: box/touching.py::cached#1
# reference: valid
def case_first():
    observe(cached(1))


def case_second():
    observe((cached(1), cached(2)))

# %% probe global
# function: box/touching.py::counted#1
# reference: valid
def case_first():
    observe(counted(1))


def case_second():
    observe(counted(2))

# %% probe environment
# function: box/touching.py::told#1
# reference: valid
def case_told():
    observe(told("ZOO", "open"))

# %% probe folder
# function: box/touching.py::placed#1
# reference: valid
def case_placed():
    observe(placed("inner"))


def case_again():
    observe(placed("inner"))

# %% probe chance
# function: box/touching.py::drawn#1
# reference: valid
def case_drawn():
    observe(drawn(3))

# %% probe clock
# function: box/touching.py::waited#1
# reference: valid
def case_waited():
    observe(waited(0.01))

# %% probe argument left as it was
# function: box/touching.py::sorted_in_place#1
# candidates: leaves_the_argument
# verdict: failed
def case_sorts():
    values = [3, 1, 2]
    sorted_in_place(values)
    observe(values)

# %% candidate leaves_the_argument
def sorted_in_place(values):
    return len(sorted(values))
