import unittest

from sandbox_tools.split.answers import AT_ONCE

from tests.split.boxes import frame, judge, judge_frames

IMPORT = "from sandbox_tools.split.answers import answers\n"
LOADED = frame([0, [["f"], True, [1, 0, "f", True], []]])


class Answers(unittest.TestCase):
    def kind(self, program, test, **more):
        return judge(program, IMPORT + test, **more)["kind"]

    def test_each_call_is_answered_in_its_turn(self):
        count = 2 * AT_ONCE + 1
        test = "assert list(answers(f, [[n, [n]] for n in range(%d)])) == [(n, n) for n in range(%d)]" % (count, count)
        self.assertEqual(self.kind("def f(n, ns): return n, ns.pop()", test), "passed")

    def test_values_that_are_no_json_cross_both_ways(self):
        test = "x = [(1, {2: {3}}), b'4', 1e400, 10**30, [1.5] * 99]\nassert list(answers(f, [[x]])) == [x]"
        self.assertEqual(self.kind("def f(x): return x", test), "passed")

    def test_arguments_stay_as_they_are_here(self):
        test = "x = [1, [2]]\nassert list(answers(f, [[x], [x]])) == [None, None] and x == [1, [2]]"
        self.assertEqual(self.kind("def f(x): x.clear()", test), "passed")

    def test_what_a_call_raises_is_raised_in_its_turn_and_ends_them(self):
        test = (
            "heard = []\ntry:\n    for one in answers(f, [[2], [0], [1]]): heard.append(one)\n"
            "except ZeroDivisionError: assert heard == [0] and f(5) == 0\nelse: assert False"
        )
        self.assertEqual(self.kind("def f(x): return 1 // x if x != 1 else 7", test), "passed")

    def test_an_answer_is_judged_whatever_the_next_call_does(self):
        for then in ("while True: pass", "import os; os._exit(0)", "raise SystemExit"):
            program = "def f(x):\n    if x == 2:\n        %s\n    return 0" % then
            test = "for one in answers(f, [[1], [2], [3]]): assert one == 5"
            self.assertEqual(self.kind(program, test, seconds=30.0), "failed")

    def test_what_nobody_has_taken_is_passed_over(self):
        for program in ("def f(x): return x", "def f(x): return x if x != 3 else 1 // 0"):
            test = "some = answers(f, [[1], [2], [3]])\nassert next(some) == 1 and f(7) == 7 and next(some) == 2"
            self.assertEqual(self.kind(program, test), "passed")

    def test_where_the_program_may_call_the_test_it_is_asked_one_by_one(self):
        test = "def g(x): return x + 1\nassert f(g) is None\nassert list(answers(f, [[1], [2]])) == [2, 3]"
        program = "kept = []\ndef f(x):\n    if callable(x): kept.append(x)\n    else: return kept[0](x)"
        self.assertEqual(self.kind(program, test), "passed")

    def test_more_or_other_than_was_asked_for_is_nonsense(self):
        test = IMPORT + "list(answers(f, [[1], [2]]))"
        for said in ([[0, 1], [0, 2], [0, 3]], [[0, 1], [7]], [[2, 0, [], [], []]], [[0, 1], [1, None, "x"], [0, 1]]):
            frames = [LOADED, b"".join(map(frame, said))]
            self.assertEqual(judge_frames(frames, test)["kind"], "nonsense", said)
        self.assertEqual(judge_frames([LOADED, frame([0, 1])], test)["kind"], "vanished")

    def test_no_answer_is_one_to_a_call_before(self):
        test = IMPORT + "assert list(answers(f, [[1], [2]])) == [1, 2]"
        self.assertEqual(judge_frames([LOADED, frame([0, 1]) + frame([0, 2])], test)["kind"], "passed")
        self.assertEqual(judge_frames([LOADED, frame([0, 2]) + frame([0, 1])], test)["kind"], "failed")


if __name__ == "__main__":
    unittest.main()
