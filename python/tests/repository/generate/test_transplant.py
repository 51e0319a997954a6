"""What transplanted tests may import where candidates are graded."""
from __future__ import annotations

import os
import tempfile
import unittest

from repository.generate.transplant import importable_below, standard_file


class ImportableTest(unittest.TestCase):
    def test_the_tests_of_the_project_are_gone_there_and_packages_named_like_them_are_not(self):
        with tempfile.TemporaryDirectory() as folder:
            for name in ("tests", "tests_utils", "testsuite"):
                os.mkdir(os.path.join(folder, name))
            importable = importable_below({"project": folder, "deps": None, "tools": None})
            told = {name: importable(name) for name in ("tests", "tests.data", "tests_utils", "testsuite", "testsuite.more")}
        self.assertEqual(told, {"tests": False, "tests.data": False, "tests_utils": True, "testsuite": True, "testsuite.more": False})

    def test_the_standard_library_is_told_by_its_files_where_python_has_no_list_of_it(self):
        told = {name: standard_file(name) for name in ("json", "textwrap", "_json", "tests_utils", "numpy_of_nobody")}
        self.assertEqual(told, {"json": True, "textwrap": True, "_json": told["_json"], "tests_utils": False, "numpy_of_nobody": False})


if __name__ == "__main__":
    unittest.main()
