import json
import random
import types
import unittest

from sandbox_tools.box.programs import LEVELS as PAIRS
from sandbox_tools.split.candidate_link import Ended

from tests.split.boxes import frame, judge, judge_frames


LOADED = {"data": frame([0, [["f"], True, [1, 0, "f", True], []]]), "objects": frame([0, [["f"], True, [0, {"h": [1, "f"]}], []]])}
LEVELS = tuple(LOADED)
NONSENSE = [
    [], None, 7, [0], [9, 1], ["0", 1], [0, {"a": 10**9}], [0, {"r": -1}], [0, {"h": [1, "call", "x"]}],
    [0, {"H": 1}], [0, {"h": 99}], [0, {"T": ["zip"]}], [2, 0, [], [], []], [2, "x", [], [], []], [0, {"d": 5}],
    [0, 1, [[99, {"l": []}]]], [1, {"t": [0]}, 1], [1, 5, 1], [1, {"e": ["os", [[], None], None, None]}, 1], [4], {"g": 1},
    [1, {"e": ["ValueError", [[], {"T": "int"}], None, None]}, 1], [0, {"K": 0}],
    [0, {"C": [2, "X", [], ["x" * 10], ["os"]]}], [0, {"h": [2, {"T": "int"}]}], [0, {"N": [{"T": "tuple"}, [1]]}],
    {"g": [[0, {"r": 5}], []]}, {"d": [[0, 1], []]}, [0, {"o": ["X", [], []]}], [0, {"P": "g"}], [0, {"k": [0, "g"]}],
    [0, {"L": [0, "os", "getcwd"]}], [0, {"it": 0}], [0, {"default": [[], [], {"T": "type"}]}],
    [0, {"memory": ["B", "d", [], [0, 0]]}], [0, {"one": "NotImplemented"}], [4, None],
]
#: What no conversation about data knows of.
HANDLES = [
    [0, {"h": [2, "f"]}], [0, {"h": [2, "g"]}], [0, {"C": [2, "X", [], [], None]}],
    [1, {"e": [{"C": [2, "X", [], [], ["ValueError"]]}, [[], None], 3, [], []]}, None],
]


class Frames(unittest.TestCase):
    def test_nonsense_is_called_that(self):
        for level in LEVELS:
            for tree in NONSENSE:
                with self.subTest(tree=tree, level=level):
                    answer = judge_frames([LOADED[level], frame(tree)], level=level)
                    self.assertEqual(answer["kind"], "nonsense")

    def test_at_data_no_frame_brings_an_object(self):
        for tree in HANDLES:
            with self.subTest(tree=tree):
                self.assertEqual(judge_frames([LOADED["data"], frame(tree)])["kind"], "nonsense")
                self.assertNotEqual(judge_frames([LOADED["objects"], frame(tree)], level="objects")["kind"], "nonsense")

    def test_bytes_that_are_no_frame_are_nonsense(self):
        for data in (b"\xff" * 4096, b"\0\0\0\x02[]\0\0\0\x02[]", b"\0\0\0\x01\xff", frame("x")[:4] + b"[[["):
            with self.subTest(data=data[:8]):
                self.assertEqual(judge_frames([LOADED["data"], data])["kind"], "nonsense")
        deep = b"[" * 200_000 + b"]" * 200_000
        self.assertEqual(judge_frames([LOADED["data"], len(deep).to_bytes(4, "big") + deep])["kind"], "nonsense")

    def test_whoever_goes_has_vanished(self):
        for frames in ([], [LOADED["data"]], [LOADED["data"], b"\0\0"], [LOADED["data"], b"\0\0\xff\xff[1"]):
            self.assertEqual(judge_frames(frames)["kind"], "vanished")

    def test_a_test_that_swallows_everything_does_not_pass(self):
        for test in ("try: f(1)\nexcept: pass", "for i in range(9):\n try: f(1)\n except BaseException: pass"):
            self.assertEqual(judge_frames([LOADED["data"]], test)["kind"], "vanished")
            self.assertEqual(judge_frames([LOADED["data"], frame([])], test)["kind"], "nonsense")

    def test_leaving_and_interrupting_are_never_raised_in_the_checker(self):
        for name in ("SystemExit", "KeyboardInterrupt", "GeneratorExit", "BaseException"):
            answer = judge_frames([LOADED["data"], frame([1, {"e": [name, [[0], None], None, None]}, None])])
            self.assertEqual(answer["kind"], "raised")

    def test_answers_that_are_only_data_are_only_data(self):
        answer = judge_frames([LOADED["data"], frame([0, {"t": [1]}]), frame([0, 2])], "assert f(1) == (1,)\nassert f(2) == 2")
        self.assertEqual(answer["kind"], "passed")

    def test_random_trees_are_read_or_refused(self):
        chance = random.Random(5)
        tags = list("tsfdlbBcDFTrauihHCkKePLONSn") + ["it", "counter", "deque", "default", "ordered", "range", "slice", "zone"]

        def grow(depth):
            choice = chance.randrange(8)
            if depth == 0 or choice < 2:
                return chance.choice((0, 1, -1, None, True, "x", 1.5, "ValueError", "f", 10**30, [], {}))
            if choice < 5:
                return [grow(depth - 1) for _ in range(chance.randrange(4))]
            return {chance.choice(tags): grow(depth - 1)}

        for _ in range(20_000):
            link = PAIRS[chance.choice(LEVELS)][1](-1, types.ModuleType("solution"))
            tree = [chance.randrange(5), *[grow(4) for _ in range(chance.randrange(4))]]
            try:
                link.take(json.dumps(tree), tree, None, None)
            except Ended:
                self.assertIsNotNone(link.ended)


class Programs(unittest.TestCase):
    def test_equal_to_everything_is_equal_to_nothing(self):
        program = (
            "class Same:\n    def __eq__(self, other): return True\n    def __ne__(self, other): return False\n"
            "    def __lt__(self, other): return True\n    def __sub__(self, other): return 0\n"
            "    def __rsub__(self, other): return 0\n    def __abs__(self): return 0\n"
            "    def __contains__(self, item): return True\n    def __bool__(self): return False\n"
            "    def __int__(self): return 3\n    def __hash__(self): return hash(3)\n"
            "    def __iter__(self): return iter([7])\ndef f(x): return Same()"
        )
        tests = (
            "assert f(1) == 3", "assert not f(1) != 3", "assert abs(f(1) - 3) < 1e-6", "assert 3 in f(1)",
            "assert f(1) in [3]", "assert f(1) < 3", "assert int(f(1)) == 3", "assert {3: 1}[f(1)]",
            "import math\nassert math.isclose(f(1), 3)", "assert {f(1)} == {3}", "assert (f(1), 1) == (3, 1)",
        )
        for level in LEVELS:
            for test in tests:
                with self.subTest(test=test, level=level):
                    self.assertIn(judge(program, test, level=level)["kind"], ("failed", "raised"))

    def test_an_iteration_of_the_tests_cannot_be_ended_by_a_call(self):
        program = "def f(x): raise StopIteration"
        self.assertEqual(judge(program, "assert all(map(lambda i: f(i) == i, range(3)))")["kind"], "raised")

    def test_a_name_of_the_programs_does_not_catch_the_tests_own_failure(self):
        for own in ("AssertionError", "Exception", "BaseException", "(ValueError, AssertionError)"):
            program = "Wrong = %s\ndef f(x): return 1" % own
            test = "try:\n    f(1)\n    assert False\nexcept Wrong: pass"
            for level in LEVELS:
                self.assertIn(judge(program, test, level=level)["kind"], ("failed", "raised"))

    def test_a_skipped_test_is_not_a_passed_one(self):
        test = (
            "import unittest\nclass T(unittest.TestCase):\n    def test(self): self.assertEqual(f(1), 2)\n"
            "result = T('test').run()\nassert result.wasSuccessful() and not result.skipped"
        )
        program = "import unittest\ndef f(x): raise unittest.SkipTest('no')"
        self.assertEqual(judge(program, test)["kind"], "failed")
        self.assertEqual(judge("def f(x): return 2", test)["kind"], "passed")


if __name__ == "__main__":
    unittest.main()
