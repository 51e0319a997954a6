import json
import unittest

from sandbox_tools.cases import current
from sandbox_tools.cases.check import FailedCase, check_cases


def ask(candidate, inputs, reference="def f(*args): return args[0]", **task):
    check_cases({"id": "Mini/1", "entry": "f", "atol": 0, "reference": reference, **task}, inputs, candidate)


class Cases(unittest.TestCase):
    def setUp(self):
        current.end()

    def test_a_program_that_answers_like_the_reference_passes(self):
        ask(lambda x: x, "[[1], [[2]], [null]]")
        self.assertEqual(current.told(), {})

    def test_the_first_case_that_fails_is_told_with_what_was_expected_and_what_came(self):
        with self.assertRaises(FailedCase) as caught:
            ask(lambda x, y: -x, "[[0, 1], [2, [3]], [4, 5]]")
        self.assertEqual(caught.exception.left, -2)
        self.assertEqual(current.told(), {"case": {"input": "[2, [3]]", "expected": "2"}})

    def test_one_that_raises_is_at_a_case_as_well(self):
        with self.assertRaises(ZeroDivisionError):
            ask(lambda x: 1 / x, "[[1], [0]]", reference="def f(x): return 1.0")
        self.assertEqual(current.told(), {"case": {"input": "[0]", "expected": "1.0"}})

    def test_every_number_arrives_as_it_is_written(self):
        written = '12345678901234567890, 1.0, -0.0, 1e400, NaN, -Infinity, 1, "\\ud800", true'
        seen = []
        with self.assertRaises(FailedCase):
            ask(lambda *args: seen.append(repr(args)), "[[%s]]" % written)
        self.assertEqual(seen, [repr(tuple(json.loads("[%s]" % written)))])
        self.assertEqual(seen[0], "(12345678901234567890, 1.0, -0.0, inf, nan, -inf, 1, '\\ud800', True)")

    def test_neither_sees_what_the_other_does_to_an_argument(self):
        reference = "def f(x):\n    x.append(1)\n    return list(x)"

        def candidate(x):
            x.append(1)
            return x

        ask(candidate, "[[[]], [[0]]]", reference)
        spoils = {"entry": "find_zero", "id": "HumanEval/32", "atol": 1e-4}

        def find_zero(xs):
            xs[:] = [0]
            return 5.0

        with self.assertRaises(FailedCase):
            ask(find_zero, "[[[1, 2]]]", "def find_zero(xs): return -0.5", **spoils)

    def test_program_and_reference_have_their_own_helpers(self):
        reference = "def helper(x): return x + 1\ndef f(x): return helper(x)"
        namespace = {}
        exec("def helper(x): return x * 0\ndef f(x): return x + 1 + helper(x)", namespace)
        ask(namespace["f"], "[[1], [2]]", reference)
