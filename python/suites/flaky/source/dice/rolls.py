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
