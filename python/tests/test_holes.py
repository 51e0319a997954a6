import unittest

from sandbox_tools.cell.holes import fill_holes, free_blocks, report

REPORT = """Small block threshold = 512, in 32 size classes.

class   size   num pools   blocks in use  avail blocks
-----   ----   ---------   -------------  ------------
    0     16           1             106           915
    2     48          13            4227           193

# arenas allocated total           =                   12
"""


class Holes(unittest.TestCase):
    def test_the_report_tells_how_many_blocks_of_each_size_are_free(self):
        self.assertEqual(free_blocks(REPORT), [(16, 915), (48, 193)])

    def test_afterwards_hardly_any_are(self):
        holes = [bytes(200) for _ in range(3000)][::7]
        before = dict(free_blocks(report()))
        if not before:
            self.skipTest("this Python has another allocator")
        fill_holes()
        after = dict(free_blocks(report()))
        self.assertLess(sum(after[size] for size in before), sum(before.values()) / 2, len(holes))


if __name__ == "__main__":
    unittest.main()
