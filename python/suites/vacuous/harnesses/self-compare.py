import unittest
from fut_module import reference_rounded


class Cases(unittest.TestCase):
    def test_itself(self):
        wanted = 5
        self.assertEqual(wanted, wanted)
