import os
import tempfile
import unittest

from repository_cell import machine_python


class MachinePythonTest(unittest.TestCase):
    def setUp(self):
        made = tempfile.TemporaryDirectory()
        self.addCleanup(made.cleanup)
        self.top = os.path.realpath(made.name)

    def make(self, *names):
        for name in names:
            path = os.path.join(self.top, name)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "w"):
                pass

    def find(self):
        library = os.path.join(self.top, "lib/python3")
        found = machine_python.find(self.top, library)
        return sorted(os.path.relpath(path, self.top) for path in found)

    def test_the_topmost_folder_that_only_has_what_is_not_needed_is_found_once(self):
        self.make("lib/npm/gyp/pylib/a.py", "lib/npm/gyp/pylib/sub/b.whl", "lib/npm/x.js", "lib/plain/x.so", "lib/python3/os.py")
        self.assertEqual(self.find(), ["lib/npm"])

    def test_of_a_folder_that_holds_what_is_needed_its_parts_and_files_are_found(self):
        self.make("lib/python3/os.py", "lib/a.zip", "lib/python3/site-packages/c.py", "lib/python3/ensurepip/_bundled/pip.whl")
        self.assertEqual(self.find(), ["lib/a.zip", "lib/python3/ensurepip/_bundled", "lib/python3/site-packages"])

    def test_links_are_not_followed(self):
        self.make("lib/python3/os.py")
        os.symlink(self.top, os.path.join(self.top, "lib/again"))
        os.symlink("python3/os.py", os.path.join(self.top, "lib/os.py"))
        self.assertEqual(self.find(), [])
