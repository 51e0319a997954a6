import os
import tempfile
import unittest

from tests.repository.needed import with_toml

from repository.install.interpreter import admits, choose

THERE = [{"version": version, "path": f"/python{version}"} for version in ("3.11.7", "3.12.1", "3.9.18")]


class InterpreterTest(unittest.TestCase):
    def test_specifiers_are_read_as_pep_440_and_poetry_mean_them(self):
        for text, version, wanted in ((">= 3.7", "3.11.7", True), (">=3.8, <3.11", "3.11.7", False), ("~=3.8", "3.11.7", True), ("~=3.8.1", "3.11.7", False),
                                      ("^3.8", "3.13.0", True), ("^3.8", "4.0.0", False), ("~3.9", "3.9.18", True), ("~3.9", "3.10.1", False), ("==3.9.*", "3.9.18", True),
                                      ("!=3.9.*", "3.9.18", False), ("3.9", "3.9.18", True), ("*", "3.9.18", True), (">=2.7,!=3.0.*,!=3.1.*", "3.11.7", True),
                                      ("<3", "3.11.7", False), ("<3.9 || >=3.11", "3.11.7", True), (">=3.10a1", "3.11.7", True)):
            self.assertIs(admits(text, version), wanted, (text, version))
        with self.assertRaises(ValueError):
            admits("whatever", "3.11.7")

    def choose(self, **files):
        with tempfile.TemporaryDirectory() as folder:
            for name, text in files.items():
                with open(os.path.join(folder, name.replace("_", ".", 1) if name != "setup_py" else "setup.py"), "w", encoding="utf-8") as file:
                    file.write(text)
            return choose([folder], THERE)

    @with_toml
    def test_a_classifier_goes_before_the_order(self):
        chosen = self.choose(pyproject_toml='[project]\nrequires-python = ">=3.8"\nclassifiers = ["Programming Language :: Python :: 3.12"]\n')
        self.assertEqual(chosen["interpreter"]["version"], "3.12.1")

    def test_setup_py_is_parsed_and_never_run(self):
        chosen = self.choose(setup_py="import sys\nsys.exit(1)\nfrom setuptools import setup\nsetup(name='x', python_requires='<3.10')\n")
        self.assertEqual(chosen["interpreter"]["version"], "3.9.18")

    def test_none_fits_and_the_reason_says_what_there_was(self):
        chosen = self.choose(setup_cfg="[options]\npython_requires = >=3.14\n")
        self.assertIsNone(chosen["interpreter"])
        self.assertIn(">=3.14 (setup.cfg); there are 3.11.7, 3.12.1, 3.9.18", chosen["reason"])


if __name__ == "__main__":
    unittest.main()
