import unittest
from fut_module import rounded, reference_rounded


class Cases(unittest.TestCase):
    def test_called(self):
        first = rounded(7, 5)
        second = reference_rounded(7, 5)
        first, second = second, first
