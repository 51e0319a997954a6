import unittest

from sandbox_tools.cell.suites import Suites, suite_of


def request(**more):
    return {"assurance": "data", "seed": 0, **more}


def texts(test="from espalier_cases import check_cases", **more):
    return {"test": test, "setup": "", "entryPoint": "f", **more}


class WhichSuite(unittest.TestCase):
    def test_it_is_known_by_all_that_its_answers_depend_on(self):
        same = suite_of(request(), texts())
        self.assertEqual(suite_of(request(program="x", limits={}), texts()), same)
        for other in (
            suite_of(request(seed=1), texts()), suite_of(request(), texts("import espalier_cases")),
            suite_of(request(), texts(setup="x = 1")), suite_of(request(), texts(manner={"tool": "evalplus"})),
        ):
            self.assertNotEqual(other, same)

    def test_a_check_without_references_or_below_data_has_none(self):
        for none in (
            suite_of(request(), texts("assert f(1)")), suite_of(request(), texts(None)),
            suite_of(request(assurance="objects"), texts()), suite_of(request(assurance="shared"), texts()),
        ):
            self.assertIsNone(none)
        self.assertIsNone(Suites().of(None))


class Kept(unittest.TestCase):
    def test_nothing_is_known_of_a_new_one_and_what_was_kept_of_another(self):
        suites = Suites()
        self.assertEqual(suites.of("a"), b"")
        suites.keep("a", b"12")
        self.assertEqual((suites.of("a"), suites.of("b")), (b"12", b""))

    def test_those_that_were_asked_for_last_stay_within_the_bound(self):
        suites = Suites(most=4)
        suites.keep("a", b"12")
        suites.keep("b", b"34")
        suites.of("a")
        suites.keep("c", b"56")
        self.assertEqual([suites.of(name) for name in "abc"], [b"12", b"", b"56"])
        suites.keep("d", b"78901")
        self.assertEqual([suites.of(name) for name in "abcd"], [b""] * 4)


if __name__ == "__main__":
    unittest.main()
