import unittest

from sandbox_tools.cases.inputs import typed

#: (an id of the class, arguments as JSON has them, arguments as the program is given them)
CLASSES = (
    (2, [[1, 2], [3]], [(1, 2), (3,)]),
    (809, [[1], [2]], [(1,), (2,)]),
    (63, [[[1, 2], [3, 4]]], [[(1, 2), (3, 4)]]),
    (780, [[[1], 2]], [[(1,), 2]]),
    (75, [[[6, 24], [7]], [6]], [[(6, 24), (7,)], [6]]),
    (753, [[["a", 2]], 1], [[("a", 2)], 1]),
    (106, [[5, 6], [9, 10]], [[5, 6], (9, 10)]),
    (750, [[5], [9]], [[5], (9,)]),
    (115, [[[1, 2, 2], [], "x", {}]], [[{1, 2}, {}, {}, {}]]),
    (124, ["1", "2"], (1.0, 2 + 0j)),
    (124, [0, "1j"], (0.0, 1j)),
    (252, ["3+4j"], [3 + 4j]),
    (250, [[10, 8], [8]], [(10, 8), [8]]),
    (808, [[10], 8], [(10,), 8]),
    (259, [[[1, 3], [4, 5]], [[6, 7]]], [((1, 3), (4, 5)), ((6, 7),)]),
    (445, [[[1]], [[2]]], [((1,),), ((2,),)]),
    (278, [[1, [2, 3], "a"]], [(1, (2, 3), "a")]),
    (307, [["HELLO", 5, []], 2, [50]], [("HELLO", 5, []), 2, [50]]),
    (722, [{"a": [6.2, 70]}, 6.0], [{"a": (6.2, 70)}, 6.0]),
    (580, [[4, [7, [8]]]], ((4, (7, (8,))),)),
    (791, [[1, [2]], 3], ((1, (2,)), 3)),
)

#: Every id that has a rule, by what becomes of these arguments.
SAMPLE = [[[1, 2], [3]], [4, 5]]
BY_RULE = {
    repr([([1, 2], [3]), (4, 5)]): "2 116 132 143 222 261 273 394 399 421 424 429 470 560 579 596 616 630 726 740 744 809",
    repr([[(1, 2), (3,)], [4, 5]]): "63 64 70 94 120 237 272 299 400 409 417 438 473 614 780 75 413 444 753",
    repr([[[1, 2], [3]], (4, 5)]): "106 750",
    repr([[{1, 2}, {3}], [4, 5]]): "115",
    repr([([1, 2], [3]), [4, 5]]): "250 405 446 617 720 763 808 307",
    repr([((1, 2), (3,)), (4, 5)]): "259 401 445",
    repr([((1, 2), (3,)), [4, 5]]): "278",
    repr((((1, 2), (3,)), (4, 5))): "580 615 791",
}
OTHER_FORMS = ("124", "252", "722")


class Inputs(unittest.TestCase):
    def test_each_class_has_its_types(self):
        for number, given, due in CLASSES:
            with self.subTest(number=number, given=given):
                made = typed("Mbpp/%d" % number, given)
                self.assertEqual(repr(made), repr(due))

    def test_every_id_is_of_its_class_and_no_other_has_one(self):
        rules = {number: due for due, numbers in BY_RULE.items() for number in numbers.split()}
        for number in map(str, range(1000)):
            if number not in OTHER_FORMS:
                self.assertEqual(repr(typed("Mbpp/" + number, SAMPLE)), rules.get(number, repr(SAMPLE)), number)

    def test_other_data_sets_keep_their_lists(self):
        for task in ("HumanEval/2", "Mini/2", "MBPP/2"):
            self.assertEqual(typed(task, SAMPLE), SAMPLE)
