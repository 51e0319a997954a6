"""Prices in whole cents."""
import threading


def rounded(cents, step):
    """The multiple of `step` that is next to `cents`, the greater of two."""
    if step <= 0:
        raise ValueError("a step is positive")
    below = cents - cents % step
    if cents - below >= step - (cents - below):
        return below + step
    return below


def till(name):
    """The lock of a till, by its name."""
    made = threading.Lock()
    if name:
        return made
    return None
