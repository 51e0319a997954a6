import os
import subprocess
import tempfile
import unittest

from repository import plant_bug

TEXT = 'def clamp(value, low, high):\n    """Value within bounds."""\n    if value < low:\n        return low\n    return high if value > high else value\n'


class PlantedBugs(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = folder.name

    def plant(self, text, bugs, qualname="clamp"):
        with open(os.path.join(self.root, "core.py"), "w", encoding="utf-8", newline="") as file:
            file.write(text)
        records = []
        request = {"roots": {"source": self.root}, "path": "core.py", "qualname": qualname, "n": 1, "first": 1, "last": 5, "bugs": bugs}
        return plant_bug.answer(request, records.append), records

    def read(self):
        with open(os.path.join(self.root, "core.py"), encoding="utf-8", newline="") as file:
            return file.read()

    def git_apply(self, patch):
        subprocess.run(["git", "apply", "-"], cwd=self.root, input=patch.encode(), check=True)

    def test_a_mutant_is_a_patch_that_another_one_takes_back(self):
        for text in (TEXT, TEXT.rstrip("\n"), TEXT.replace("\n", "\r\n")):
            with self.subTest(text=text):
                told, (record,) = self.plant(text, [{"kind": "mutant", "name": "m0"}])
                self.assertIn("m0", told["mutants"])
                self.git_apply(record["planted"])
                self.assertNotEqual(text, self.read())
                self.git_apply(record["gold"])
                self.assertEqual(text, self.read())

    def test_a_removal_leaves_signature_and_docstring(self):
        _, (record,) = self.plant(TEXT, [{"kind": "removal"}])
        self.git_apply(record["planted"])
        self.assertIn('def clamp(value, low, high):\n    """Value within bounds."""\n', self.read())
        self.assertNotIn("return", self.read())
        self.assertEqual("its body is missing", record["words"])

    def test_a_bug_that_cannot_be_planted_is_told_and_the_others_are_planted(self):
        _, (first, second) = self.plant(TEXT, [{"kind": "mutant", "name": "m999"}, {"kind": "removal"}])
        self.assertEqual("there is no mutant m999", first["failed"])
        self.assertIn("planted", second)


if __name__ == "__main__":
    unittest.main()
