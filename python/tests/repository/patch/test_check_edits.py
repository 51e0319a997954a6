import os
import subprocess
import tempfile
import unittest

from repository.check_edits import answer

BEFORE = '"""Sums."""\n\n\ndef total(a, b):\n    """Of two."""\n    return a - b\n'
AFTER = BEFORE.replace("a - b", "a + b")


def change(before, after, path="pkg/sums.py"):
    return {path: {"before": before, "after": after}}


class CheckEditsTest(unittest.TestCase):
    def told(self, files):
        return answer({"files": files}, None)

    def test_writes_a_patch_that_git_applies(self):
        files = {**change(BEFORE, AFTER), **change(None, "new\n", "pkg/new.txt"), **change("old", None, "old.txt"),
                 **change("no end", "no end at all", "end.txt"), **change("a\r\nb\r\n", "a\r\nc\r\n", "dos.txt")}
        patch = self.told(files)["patch"]
        self.assertIn("--- a/pkg/sums.py\n+++ b/pkg/sums.py\n", patch)
        self.assertNotIn("\nindex ", patch)
        with tempfile.TemporaryDirectory() as root:
            for path, texts in files.items():
                os.makedirs(os.path.dirname(os.path.join(root, path)), exist_ok=True)
                if texts["before"] is not None:
                    with open(os.path.join(root, path), "w", newline="") as file:
                        file.write(texts["before"])
            subprocess.run(["git", "init", "-q"], cwd=root, check=True)
            subprocess.run(["git", "apply"], cwd=root, input=patch.encode(), check=True)
            for path, texts in files.items():
                if texts["after"] is None:
                    self.assertFalse(os.path.exists(os.path.join(root, path)))
                    continue
                with open(os.path.join(root, path), newline="") as file:
                    self.assertEqual(file.read(), texts["after"])

    def test_names_files_that_are_no_longer_python(self):
        told = self.told({**change(BEFORE, "def total(:\n"), **change("print 1\n", "print 2\n", "old.py"), **change(None, "x = (\n", "new.py")})
        self.assertEqual(sorted(told["syntax"]), ["new.py", "pkg/sums.py"])
        self.assertIn("line 1", told["syntax"]["pkg/sums.py"])

    def test_comments_docstrings_and_layout_are_no_change(self):
        other = AFTER.replace("a + b", "(a+b)  # plus").replace("Of two.", "Of both.")
        self.assertEqual(self.told(change(BEFORE, AFTER))["normalised"], self.told(change(BEFORE, other))["normalised"])
        self.assertEqual(self.told(change(BEFORE, BEFORE.replace("Of two.", "Of both.")))["normalised"], "")
        self.assertIn("+    return a + b", self.told(change(BEFORE, AFTER))["normalised"])


if __name__ == "__main__":
    unittest.main()
