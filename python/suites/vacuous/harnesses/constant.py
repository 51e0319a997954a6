import unittest
from fut_module import rounded


class Cases(unittest.TestCase):
    def test_constant(self):
        rounded(7, 5)
        self.assertEqual(2 + 3, 5)
