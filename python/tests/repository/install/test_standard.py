import os
import sys
import tempfile
import unittest

from repository.install.standard import remove_shadows


class StandardTest(unittest.TestCase):
    def write(self, folder, *paths):
        for path in paths:
            target = os.path.join(folder, path)
            os.makedirs(os.path.dirname(target), exist_ok=True)
            with open(target, "w", encoding="utf-8") as file:
                file.write("")

    def test_only_modules_that_the_interpreter_has_itself_are_removed(self):
        with tempfile.TemporaryDirectory() as folder:
            self.write(folder, "enum/__init__.py", "typing.py", "sys.py", "enum34-1.dist-info/METADATA", "attr/__init__.py", "six.py", "data/typing.py",
                       "typing.txt", "bin/tool")
            self.assertEqual(remove_shadows(folder, sys.executable), ["enum", "sys", "typing"])
            self.assertEqual(sorted(os.listdir(folder)), ["attr", "bin", "data", "enum34-1.dist-info", "six.py", "typing.txt"])

    def test_an_empty_folder_stays_empty(self):
        with tempfile.TemporaryDirectory() as folder:
            self.assertEqual(remove_shadows(folder, sys.executable), [])


if __name__ == "__main__":
    unittest.main()
