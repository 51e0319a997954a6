import os
import unittest

from sandbox_tools.cases import current
from sandbox_tools.cases.check import FailedCase, check_cases
from sandbox_tools.cases.known import LONG, KnownAnswers, key_of

TASK = {"id": "Mini/1", "entry": "f", "atol": 0}


class Known(unittest.TestCase):
    """`runs` counts how often the reference was called."""

    def setUp(self):
        self.file = os.memfd_create("known")
        self.runs = []
        __builtins__["noted"] = self.runs.append
        self.addCleanup(os.close, self.file)
        self.addCleanup(__builtins__.pop, "noted")
        self.addCleanup(current.end)

    def check(self, candidate, body, inputs="[[1], [2]]", task=TASK):
        """As one check after another of a cell, each with what those before it have left."""
        del self.runs[:]
        known = KnownAnswers(self.file)
        reference = "def f(x):\n    noted(x)\n    return %s" % body
        check_cases({**task, "reference": reference}, inputs, candidate, known=known)
        known.save()

    def test_a_reference_that_is_known_is_not_run(self):
        for ran in ([1, 2], []):
            self.check(lambda x: (x, 1.0), "(x, 1.0)")
            self.assertEqual(self.runs, ran)

    def test_another_suite_or_reference_is_not_known(self):
        self.check(lambda x: x, "x")
        self.check(lambda x: x, "x", "[[1], [3]]")
        self.assertEqual(self.runs, [1, 3])
        self.check(lambda x: x, "x + 0")
        self.assertEqual(self.runs, [1, 2])

    def test_a_wrong_answer_is_told_with_what_was_expected(self):
        for body in ("[x]", "[x] * 9999"):
            self.check(eval("lambda x: " + body), body)
            with self.assertRaises(FailedCase):
                self.check(lambda x: eval(body) if x == 1 else 5, body)
            self.assertEqual(current.told()["case"]["expected"][:2], "[2")

    def test_one_that_raises_is_told_with_what_was_expected(self):
        self.check(lambda x: [x] * 9999, "[x] * 9999")
        with self.assertRaises(ZeroDivisionError):
            self.check(lambda x: 1 // 0, "[x] * 9999")
        self.assertEqual(current.told()["case"]["expected"][:2], "[1")

    def test_the_very_same_long_answer_is_right_without_the_reference(self):
        for ran in ([1, 2], []):
            self.check(lambda x: "y" * 9999, "'y' * 9999")
            self.assertEqual(self.runs, ran)

    def test_a_long_answer_that_is_right_and_another_is_right(self):
        self.check(lambda x: [x] * 9999, "[x] * 9999")
        self.check(lambda x: [float(x)] * 9999, "[x] * 9999")
        self.assertEqual(self.runs, [1, 2])

    def test_a_long_answer_that_is_not_equal_to_itself_is_not_kept(self):
        nan = "[float('nan')] * 9999"
        for _ in range(2):
            with self.assertRaises(FailedCase):
                self.check(lambda x: eval(nan), nan)
            self.assertEqual(self.runs, [1])

    def test_answers_of_other_types_are_not_kept(self):
        for _ in range(2):
            self.check(lambda x: __import__("fractions").Fraction(1), "__import__('fractions').Fraction(1)")
            self.assertEqual(self.runs, [1, 2])

    def test_a_suite_that_was_not_finished_is_not_kept(self):
        with self.assertRaises(FailedCase):
            self.check(lambda x: 1, "x")
        self.assertEqual(os.fstat(self.file).st_size, 0)

    def test_what_a_reference_changes_later_was_kept_as_it_was(self):
        for ran in ([1, 2], []):
            seen = []
            self.check(lambda x: seen.append(x) or list(seen), "f.__dict__.setdefault('s', []).append(x) or f.s")
            self.assertEqual(self.runs, ran)

    def test_what_no_file_may_hold_is_dropped(self):
        known = KnownAnswers(os.open("/dev/full", os.O_RDWR))
        known.begun(b"key", 0)
        with self.assertRaises(OSError):
            known.save()


if __name__ == "__main__":
    unittest.main()
