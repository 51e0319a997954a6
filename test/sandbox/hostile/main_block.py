import argparse, sys, unittest
def add(a, b): return a + b
class Tests(unittest.TestCase):
    def test_add(self): self.assertEqual(add(1, 1), 3)
if __name__ == "__main__":
    argparse.ArgumentParser().parse_args()
    for line in sys.stdin: print(line)
    unittest.main()
