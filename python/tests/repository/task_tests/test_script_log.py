import unittest

from repository.task_tests.script_log import passed_twins

REWRITTEN = {
    "sympy/core/tests/test_a.py": ["test_x", "test_y"],
    "tests/model_fields/test_b.py": ["FieldTests.test_x", "FieldTests.test_z"],
}


def found(log: str) -> list:
    return passed_twins(log.encode(), REWRITTEN)


class ScriptLogTest(unittest.TestCase):
    def test_finds_functions_that_passed_where_they_must_fail(self):
        self.assertEqual(found("test_x ok\ntest_y F\ntest_w ok\n"), ["test_x passed where it must fail"])

    def test_reads_a_last_test_with_the_mark_of_its_file(self):
        self.assertEqual(found("test_y ok                      [OK]\n"), ["test_y passed where it must fail"])

    def test_finds_methods_by_their_class_and_module_named_from_a_folder_of_tests(self):
        said = "test_x (model_fields.test_b.FieldTests) passed where it must fail"
        self.assertEqual(found("test_x (model_fields.test_b.FieldTests) ... ok\n"), [said])
        self.assertEqual(found("test_x (other.test_b.FieldTests) ... ok\n"), [])
        self.assertEqual(found("test_x (model_fields.test_b.OtherTests) ... ok\n"), [])
        self.assertEqual(found("test_x (model_fields.test_b.FieldTests) ... FAIL\n"), [])

    def test_reads_the_ids_of_python_3_11(self):
        place = "model_fields.test_b.FieldTests.test_z"
        self.assertEqual(found("test_z (%s) ... ok\n" % place), ["test_z (%s) passed where it must fail" % place])

    def test_names_at_most_ten(self):
        self.assertEqual(len(found("test_x ok\n" * 30)), 10)

    def test_reads_a_log_that_is_not_utf_8(self):
        self.assertEqual(len(passed_twins(b"\xff\ntest_x ok\n", REWRITTEN)), 1)


if __name__ == "__main__":
    unittest.main()
