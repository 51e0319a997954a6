import os
import shutil
import subprocess
import tempfile
import unittest

from repository.install.told_version import parse_describe, tell_version


class ToldVersionTest(unittest.TestCase):
    def test_what_describe_says_is_read_in_each_of_its_forms(self):
        self.assertEqual(parse_describe("v1.0-rc-2-5-gabcdef0"), {"tag": "v1.0-rc-2", "distance": 5})
        self.assertEqual(parse_describe("1.2.0"), {"tag": "1.2.0", "distance": 0})
        for text in (None, "", "abcdef012345"):
            self.assertEqual(parse_describe(text), {"tag": None, "distance": 0})

    @unittest.skipUnless(shutil.which("git"), "git absent")
    def test_the_same_tree_gives_the_same_commits_everywhere(self):
        said = []
        for _ in range(2):
            with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as home:
                with open(os.path.join(folder, "a.py"), "w", encoding="utf-8") as file:
                    file.write("x\n")
                with open(os.path.join(folder, ".gitignore"), "w", encoding="utf-8") as file:
                    file.write("*\n")
                tell_version(folder, {"describe": "v1.0-3-gabcdef0", "date": "2024-05-05T00:00:00+02:00"}, home)
                run = lambda *argv: subprocess.run(["git", "-C", folder, *argv], stdout=subprocess.PIPE, check=True, text=True).stdout
                said.append(run("describe", "--tags", "--long"))
                self.assertEqual(run("status", "--porcelain"), "")
        self.assertEqual(said[0], said[1])
        self.assertTrue(said[0].startswith("v1.0-3-g"))

    @unittest.skipUnless(shutil.which("git"), "git absent")
    def test_a_tag_that_git_refuses_is_told_by_variables(self):
        with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as home:
            told = tell_version(folder, {"describe": "v1..0 x"}, home)
            self.assertIn("SETUPTOOLS_SCM_PRETEND_VERSION", told["environment"])
            self.assertFalse(os.path.exists(os.path.join(folder, ".git")))


if __name__ == "__main__":
    unittest.main()
