"""Outcomes that chance, the clock, the hash seed, the folder, the order of cases or the speed of the machine decide are never accepted, and the cause is named."""
# criterion: A11

# %% source dice/__init__.py

# %% source dice/rolls.py
"""Functions that give something else when they like."""
import mmap
import os
import random
import sys
import time

ROLLED = []
#: Of all processes that are forked from the one that loads this: what is isolated case by case does not reach it.
COUNTED = mmap.mmap(-1, 1)
QUICK = 1.0


def rolled(sides):
    """A number that nobody chose."""
    return int.from_bytes(os.urandom(8), "big") % (sides * 1000000)


def stamped(name):
    """A name and the day."""
    return "%s %s" % (name, time.strftime("%Y-%m-%d %H"))


def ordered(words):
    """Words in the order of a set."""
    return list(set(words))


def placed(name):
    """A name, longer the deeper this runs."""
    return name * len(os.getcwd())


def numbered(name):
    """A name, and how many have been numbered."""
    COUNTED[0] += 1
    return "%s %d" % (name, ord(COUNTED[:1]))


def hurried(count):
    """A sum, and whether it was reckoned in time."""
    started = time.perf_counter()
    total = sum(range(count)) * 3 + count % 7
    told = "%s after %s" % (total, count)
    return told, time.perf_counter() - started < QUICK


def weighed(words):
    """Words in order, and how many variables it takes to do that."""
    frame = sys._getframe()
    return sorted(words), len(frame.f_code.co_varnames)

# %% probe chance
# function: dice/rolls.py::rolled#1
# plan: flaky(chance)
def case_rolled():
    observe(rolled(6))

# %% probe clock
# function: dice/rolls.py::stamped#1
# plan: flaky(clock)
def case_stamped():
    observe(stamped("a"))

# %% probe order-of-sets
# function: dice/rolls.py::ordered#1
# plan: flaky(hash-seed)
def case_ordered():
    observe(ordered(["a", "b", "c", "d", "e", "f", "g", "h"]))

# %% probe place
# function: dice/rolls.py::placed#1
# plan: flaky(place)
def case_placed():
    observe(placed("a"))

# %% probe order
# function: dice/rolls.py::numbered#1
# plan: flaky(order)
def case_a():
    observe(numbered("a"))


def case_b():
    observe(numbered("b"))

# %% probe cpu
# function: dice/rolls.py::hurried#1
# plan: flaky(cpu)
def case_hurried():
    # Long enough for a processor's clock that ticks coarsely, or that stood still for a while.
    observe(hurried(8_000_000))

# %% probe own code
# function: dice/rolls.py::weighed#1
# plan: flaky(chance)
def case_weighed():
    observe(weighed(["b", "a"]))
