import math
import unittest
from decimal import Decimal

from sandbox_tools.cases.sameness import expected_of, is_same

NAN, INFINITY = float("nan"), float("inf")


def same(out, expected, atol=0, task="HumanEval/999", entry="f", args=()):
    return is_same((task, entry, list(args), atol), out, expected)


def mbpp(entry, out, expected, args=(), atol=0):
    return same(out, expected, atol, "Mbpp/1", entry, args)


class AlwaysEqual:
    def __eq__(self, other):
        return True


class Sameness(unittest.TestCase):
    def test_what_python_calls_equal_is_the_same(self):
        for out, expected in ((True, 1), (1, 1.0), (Decimal("1.0"), 1.0), (INFINITY, INFINITY), ({1: [2]}, {1: [2]})):
            self.assertTrue(same(out, expected), (out, expected))

    def test_what_it_does_not_is_not(self):
        pairs = ("1", 1), ({1, 2}, [1, 2]), (NAN, NAN), ((1, 2), [1, 2]), ((), []), (None, 0), (iter([1]), [1])
        for out, expected in pairs:
            self.assertFalse(same(out, expected), (out, expected))

    def test_an_expected_float_brings_a_tolerance_and_so_does_a_list_of_nothing_else(self):
        self.assertTrue(same(1.0000001, 1.0))
        self.assertFalse(same(1.00001, 1.0))
        self.assertTrue(same([1.0000001, 2.0], [1.0, 2.0]))
        self.assertTrue(same((1.0000001,), (1.0,)))

    def test_anything_else_has_to_be_exact(self):
        for out, expected in (
            (2, 2.0000000001), ((1.0, 2.0), [1.0, 2.0]), ([[1.0000001]], [[1.0]]), ([1, 2.0000001], [1, 2.0]),
            ({"a": 1.0000001}, {"a": 1.0}), ([1.0], [1.0, 1.0]), ([1.0, "a"], [1.0, 1.0]), (Decimal("1.0000001"), 1.0),
            (1.0, INFINITY), (-INFINITY, INFINITY), (NAN, 1.0),
        ):
            self.assertFalse(same(out, expected), (out, expected))

    def test_a_tolerance_of_the_task_holds_for_what_is_nested(self):
        self.assertTrue(same([[1.0000001]], [[1.0]], atol=1e-6))
        self.assertTrue(same(3, 3, atol=1e-4))
        self.assertTrue(same(1.00005 + 0j, 1 + 0j, atol=1e-4))
        self.assertFalse(same(1.0002, 1.0, atol=1e-4))
        self.assertFalse(same({"a": 1.0000001}, {"a": 1.0}, atol=1e-4))
        self.assertFalse(same([[1.0], [1.0]], [[1.0, 1.0], [1.0, 1.0]], atol=1e-4))

    def test_it_does_not_stay_for_the_cases_after_it(self):
        self.assertTrue(same([1.0000001], [1.0]))
        self.assertFalse(same([[1.0000001]], [[1.0]]))

    def test_an_object_that_equals_everything_is_the_same_where_objects_come(self):
        self.assertTrue(same(AlwaysEqual(), 1))

    def test_what_cannot_be_compared_is_not_the_same(self):
        class Refuses:
            def __eq__(self, other):
                raise ValueError

        self.assertFalse(same(Refuses(), 1))
        self.assertFalse(mbpp("Diff", 5, [1]))

    def test_a_root_need_only_be_one(self):
        coefficients = [-6, 11, -6, 1]
        find = {"entry": "find_zero", "args": [coefficients], "atol": 1e-4}
        for root in (1.0, 2.0, 3.0, 2):
            self.assertTrue(same(root, 1.0, **find), root)
        for out in (1.5, None, "1", NAN, [1.0]):
            self.assertFalse(same(out, 1.0, **find), out)

    def test_tasks_of_mbpp_take_what_they_are_known_to_take(self):
        self.assertTrue(mbpp("are_equivalent", None, False))
        self.assertTrue(mbpp("sum_div", 0, 7))
        self.assertFalse(mbpp("sum_div", 1, 7))
        self.assertTrue(mbpp("Diff", [3, 2, 2], (2, 3)))
        self.assertFalse(mbpp("Diff", [3], (2, 3)))
        self.assertTrue(mbpp("digit_distance_nums", 6, 5, args=(123, 256)) is False)
        self.assertTrue(mbpp("digit_distance_nums", 7, 5, args=(123, 256)))
        self.assertTrue(mbpp("digit_distance_nums", 3, 0, args=(1, 22)))
        base, height = 3, 4
        other = round(base ** 2 + 2 * base * math.sqrt((base / 2) ** 2 + height ** 2))
        self.assertTrue(mbpp("surface_Area", other, 33, args=(base, height)))
        self.assertFalse(mbpp("surface_Area", other + 1, 33, args=(base, height)))
        self.assertFalse(same(0, 7, entry="sum_div"))

    def test_what_is_asked_whether_it_finds_anything_may_answer_with_what_it_found(self):
        self.assertIs(expected_of("Mbpp/737", "check_str", object()), True)
        self.assertIs(expected_of("Mbpp/737", "check_str", None), False)
        self.assertIs(expected_of("Mini/1", "check_str", None), None)
        for out, expected, due in (
            (True, True, True), (object(), True, True), (None, False, True), (None, True, False),
            (False, True, False), ("Valid", False, False), ("", True, True),
        ):
            self.assertIs(mbpp("check_str", out, expected), due, (out, expected))
