"""Results of calls as JSON has them, compared strictly."""
import json
import unittest

from sandbox_tools.cases.calls import check_calls


def passes(out, expected) -> bool:
    try:
        check_calls(None, [{"input": "1", "output": json.dumps(expected)}], lambda _: out, apart=False)
    except Exception:
        return False
    return True


class Strictly(unittest.TestCase):
    def test_a_tuple_is_no_list_at_any_depth(self):
        for out, expected in [((1, 2), [1, 2]), ([(1,)], [[1]]), ({"a": (1,)}, {"a": [1]})]:
            self.assertFalse(passes(out, expected), (out, expected))

    def test_numbers_are_equal_whatever_their_type_and_lists_only_whole(self):
        self.assertTrue(passes(1.0, 1))
        self.assertTrue(passes(True, 1))
        self.assertFalse(passes([1], [1, 2]))
        self.assertFalse(passes({"a": 1}, {"b": 1}))
        self.assertFalse(passes("1", 1))

    def test_what_a_call_does_to_its_arguments_changes_no_case(self):
        case = {"input": "[1]", "output": "[1, 2]"}

        def appends(items):
            items.append(2)
            return items

        check_calls(None, [case, case], appends, apart=False)

    def test_numbers_arrive_as_they_were_written(self):
        given = []
        case = {"input": "12345678901234567890\n1.0\n\n-0.0\n1e400", "output": "null"}
        check_calls(None, [case], lambda *args: given.extend(args), apart=False)
        self.assertEqual([repr(one) for one in given], ["12345678901234567890", "1.0", "-0.0", "inf"])


if __name__ == "__main__":
    unittest.main()
