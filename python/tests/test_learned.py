import unittest

from sandbox_tools.cell.learned import Learned, suite_of

TEST = "from espalier_cases import check_cases"


def request(**more):
    return {"assurance": "data", "seed": 0, **more}


class WhichSuite(unittest.TestCase):
    def test_it_is_known_by_all_that_its_answers_depend_on(self):
        same = suite_of(request(), TEST, b"texts")
        self.assertEqual(suite_of(request(program="x", limits={}), TEST, b"texts"), same)
        for other in (suite_of(request(seed=1), TEST, b"texts"), suite_of(request(), TEST, b"other texts")):
            self.assertNotEqual(other, same)

    def test_a_check_without_references_or_below_data_has_none(self):
        for none in (
            suite_of(request(), "assert f(1)", b"texts"), suite_of(request(), None, b"texts"),
            suite_of(request(assurance="objects"), TEST, b"texts"),
            suite_of(request(assurance="shared"), TEST, b"texts"),
        ):
            self.assertIsNone(none)
        self.assertIsNone(Learned().of(None))


class Kept(unittest.TestCase):
    def test_nothing_is_known_of_a_new_test_and_what_was_kept_of_another(self):
        learned = Learned()
        self.assertEqual(learned.of("a"), b"")
        learned.keep("a", b"12")
        self.assertEqual((learned.of("a"), learned.of("b")), (b"12", b""))

    def test_those_that_were_asked_for_last_stay_within_the_bound(self):
        learned = Learned(most=4)
        learned.keep("a", b"12")
        learned.keep("b", b"34")
        learned.of("a")
        learned.keep("c", b"56")
        self.assertEqual([learned.of(name) for name in "abc"], [b"12", b"", b"56"])
        learned.keep("d", b"78901")
        self.assertEqual([learned.of(name) for name in "abcd"], [b""] * 4)


if __name__ == "__main__":
    unittest.main()
