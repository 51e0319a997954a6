import os
import subprocess
import tempfile
import unittest

from repository import plant_bug

TEXT = 'def clamp(value, low, high):\n    """Value within bounds."""\n    if value < low:\n        return low\n    return high if value > high else value\n'


FIRST = {"kind": "mutant", "nth": 0, "of": 1}


class PlantedBugs(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = folder.name

    def plant(self, text, bug, **more):
        with open(os.path.join(self.root, "core.py"), "w", encoding="utf-8", newline="") as file:
            file.write(text)
        return plant_bug.answer({"roots": {"source": self.root}, "path": "core.py", "qualname": "clamp", "n": 1, "first": 1, "last": 5, "bug": bug, **more}, None)

    def read(self):
        with open(os.path.join(self.root, "core.py"), encoding="utf-8", newline="") as file:
            return file.read()

    def git_apply(self, patch):
        subprocess.run(["git", "apply", "-"], cwd=self.root, input=patch.encode(), check=True)

    def test_a_mutant_is_a_patch_that_another_one_takes_back(self):
        for text in (TEXT, TEXT.rstrip("\n"), TEXT.replace("\n", "\r\n")):
            with self.subTest(text=text):
                record = self.plant(text, FIRST)
                self.git_apply(record["planted"])
                self.assertNotEqual(text, self.read())
                self.git_apply(record["gold"])
                self.assertEqual(text, self.read())

    def test_a_removal_leaves_signature_and_docstring(self):
        record = self.plant(TEXT, {"kind": "removal"})
        self.git_apply(record["planted"])
        self.assertIn('def clamp(value, low, high):\n    """Value within bounds."""\n', self.read())
        self.assertNotIn("return", self.read())
        self.assertEqual("its body is missing", record["words"])

    def test_mutants_that_are_not_noticed_are_left_out_and_the_others_spread(self):
        one, other = (self.plant(TEXT, {"kind": "mutant", "nth": nth, "of": 2}) for nth in (0, 1))
        self.assertNotEqual(one["words"], other["words"])
        third = self.plant(TEXT, {"kind": "mutant", "nth": 0, "of": 2}, unnoticed=[one["words"]])
        self.assertNotEqual(one["words"], third["words"])

    def test_a_bug_that_there_is_not_is_told(self):
        self.assertIn("number 1000", self.plant(TEXT, {"kind": "mutant", "nth": 999, "of": 1000})["failed"])


if __name__ == "__main__":
    unittest.main()
