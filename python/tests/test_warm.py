import sys
import unittest

from sandbox_tools.box.warm import warm_up
from tests.split.boxes import judge


class Warm(unittest.TestCase):
    def test_it_leaves_modules_and_arguments_as_they_were(self):
        before = {name: sys.modules.get(name) for name in ("solution", "__main__")}
        arguments = sys.argv[:]
        warm_up()
        self.assertEqual({name: sys.modules.get(name) for name in before}, before)
        self.assertEqual(sys.argv, arguments)

    def test_boxes_forked_afterwards_judge_as_before(self):
        warm_up()
        self.assertEqual(judge("def f(x): return [x]", "assert f(1) == [1]")["kind"], "passed")
        self.assertEqual(judge("def f(x): return [x]", "assert f(1) == [2]")["actual"], "[1]")


if __name__ == "__main__":
    unittest.main()
