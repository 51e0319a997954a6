"""Results of calls as JSON has them, compared strictly."""
import unittest

from sandbox_tools.cases.calls import check_calls


def passes(out, expected) -> bool:
    try:
        check_calls(None, [{"input": [1], "output": expected}], lambda _: out, apart=False)
    except Exception:
        return False
    return True


class Strictly(unittest.TestCase):
    def test_a_tuple_is_as_good_as_a_list_at_every_depth(self):
        self.assertTrue(passes((1, (2, [3])), [1, [2, [3]]]))
        self.assertTrue(passes({"a": (1,)}, {"a": [1]}))

    def test_a_truth_value_is_no_number_at_any_depth(self):
        for out, expected in [(True, 1), ([True], [1]), ({"a": False}, {"a": 0}), ([[1]], [[True]])]:
            self.assertFalse(passes(out, expected), (out, expected))

    def test_numbers_are_equal_whatever_their_type_and_lists_only_whole(self):
        self.assertTrue(passes(1.0, 1))
        self.assertFalse(passes([1], [1, 2]))
        self.assertFalse(passes({"a": 1}, {"b": 1}))
        self.assertFalse(passes("1", 1))

    def test_what_a_call_does_to_its_arguments_changes_no_case(self):
        case = {"input": [[1]], "output": [1, 2]}

        def appends(items):
            items.append(2)
            return items

        check_calls(None, [case, case], appends, apart=False)
        self.assertEqual(case["input"], [[1]])


if __name__ == "__main__":
    unittest.main()
