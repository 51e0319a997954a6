"""Harnesses that would pass whatever the function does are rejected, each with its own reason."""
# criterion: A2

# %% source shop/__init__.py

# %% source shop/prices.py
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

# %% probe empty
# function: shop/prices.py::rounded#1
# plan: gen_empty

# %% probe no-tests
# function: shop/prices.py::rounded#1
# plan: no_tests
from fut_module import rounded


def check_rounded():
    assert rounded(7, 5) == 5

# %% probe no-call
# function: shop/prices.py::rounded#1
# plan: fut_not_called
import unittest


class Cases(unittest.TestCase):
    def test_nothing(self):
        self.assertTrue(1 < 2)

# %% probe calls alone are compared
# function: shop/prices.py::rounded#1
# plan: low_coverage
import unittest
from fut_module import rounded, reference_rounded


class Cases(unittest.TestCase):
    def test_called(self):
        first = rounded(7, 5)
        second = reference_rounded(7, 5)
        first, second = second, first

# %% probe self-compare
# function: shop/prices.py::rounded#1
# plan: self_compare
import unittest
from fut_module import reference_rounded


class Cases(unittest.TestCase):
    def test_itself(self):
        wanted = 5
        self.assertEqual(wanted, wanted)

# %% probe skipped
# function: shop/prices.py::rounded#1
# plan: skipped_only
import unittest
from fut_module import rounded, reference_rounded


class Cases(unittest.TestCase):
    @unittest.skip("later")
    def test_later(self):
        self.assertEqual(rounded(7, 5), reference_rounded(7, 5))

# %% probe swallowed
# function: shop/prices.py::rounded#1
# plan: swallowed_exception
import unittest
from fut_module import rounded, reference_rounded


class Cases(unittest.TestCase):
    def test_quiet(self):
        try:
            self.assertEqual(rounded(7, 5), reference_rounded(7, 5))
        except Exception:
            pass

# %% probe constant
# function: shop/prices.py::rounded#1
# plan: constant_compare
import unittest
from fut_module import rounded


class Cases(unittest.TestCase):
    def test_constant(self):
        rounded(7, 5)
        self.assertEqual(2 + 3, 5)

# %% probe nothing to compare
# function: shop/prices.py::till#1
# plan: no_comparison
def case_till():
    till("first")
