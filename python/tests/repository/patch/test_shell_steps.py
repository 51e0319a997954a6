import os
import tempfile
import unittest

from repository.shell_steps import answer
from tests.repository.patch.test_apply_patch import Files

BEFORE = {
    "pkg/__init__.py": "",
    "pkg/sums.py": "def total(a, b):\n    return a - b\n",
    ".gitignore": "*.log\n",
}
FIX = """git apply - <<'END'
diff --git a/pkg/sums.py b/pkg/sums.py
--- a/pkg/sums.py
+++ b/pkg/sums.py
@@ -1,2 +1,2 @@
 def total(a, b):
-    return a - b
+    return a + b
END"""


class ShellStepsTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.source = os.path.join(folder.name, "source")
        self.scratch = os.path.join(folder.name, "scratch")
        os.mkdir(self.scratch)
        for path, text in BEFORE.items():
            os.makedirs(os.path.dirname(os.path.join(self.source, path)), exist_ok=True)
            with open(os.path.join(self.source, path), "w") as file:
                file.write(text)

    def run_all(self, *commands, seconds=20, project=None):
        files = Files()
        request = {"roots": {"source": self.source, "project": project}, "commands": list(commands), "seconds": seconds, "scratch": self.scratch}
        said = answer(request, files)
        self.assertEqual(os.listdir(self.scratch), [])
        return said["outputs"], files.files.get("patch.diff", b"").decode()

    def test_runs_each_command_in_the_root_of_the_repository_and_keeps_files(self):
        outputs, patch = self.run_all("cd pkg && ls && X=1", "ls; echo $X; echo no >&2; exit 3", FIX, "python -c 'import pkg.sums; print(pkg.sums.total(1, 2))'")
        self.assertEqual(outputs[0]["head"], "__init__.py\nsums.py\n")
        self.assertEqual((outputs[1]["head"], outputs[1]["exit"]), ("pkg\n\nno\n", 3))
        self.assertEqual(outputs[3]["head"], "3\n")
        self.assertEqual([output["changed"] for output in outputs], [False, False, True, False])
        self.assertIn("+    return a + b", patch)

    def test_the_version_of_the_installation_can_be_read_and_is_no_change(self):
        project = os.path.join(os.path.dirname(self.source), "project")
        os.makedirs(os.path.join(project, "pkg-1.2.dist-info"))
        with open(os.path.join(project, "pkg-1.2.dist-info", "METADATA"), "w") as file:
            file.write("Metadata-Version: 2.1\nName: pkg\nVersion: 1.2\n")
        outputs, patch = self.run_all("python -c 'import importlib.metadata as m; print(m.version(\"pkg\"))'; git status --short", project=project)
        self.assertEqual((outputs[0]["head"], patch), ("1.2\n", ""))

    def test_the_patch_is_ours_whatever_became_of_the_history(self):
        _, patch = self.run_all("echo 'y = 1' > pkg/new.py", "git add -A && git commit -qm mine", "rm -rf .git", "echo noise > a.log")
        self.assertIn("pkg/new.py", patch)
        self.assertNotIn("a.log", patch)

    def test_says_that_reading_history_changes_nothing(self):
        outputs, patch = self.run_all("git status --short; git log --oneline; git diff", "python -c 'import pkg.sums'", "echo x > /dev/null")
        self.assertEqual([output["changed"] for output in outputs], [False, False, False])
        self.assertEqual(len(outputs[0]["head"].splitlines()), 1)
        self.assertEqual(patch, "")

    def test_gives_the_same_when_it_runs_again(self):
        commands = ("pwd; mktemp -u /tmp/abc", "git log; date +%Z")
        self.assertEqual(self.run_all(commands[1])[0], self.run_all(commands[1])[0])

    def test_ends_a_command_whose_time_is_over_and_goes_on(self):
        outputs, _ = self.run_all("echo begun; sleep 60 & sleep 60", "echo next", seconds=1)
        self.assertEqual((outputs[0]["exit"], outputs[0]["head"]), (None, "begun\n"))
        self.assertEqual(outputs[1]["head"], "next\n")

    def test_keeps_both_ends_of_a_long_output(self):
        outputs, _ = self.run_all("seq 100000", "seq 2500")
        for output, last in zip(outputs, ("100000\n", "2500\n")):
            self.assertTrue(output["head"].startswith("1\n2\n"))
            self.assertTrue(output["tail"].endswith(last))
            self.assertGreater(output["elided"], 0)
            self.assertEqual(len(output["head"]), 5000)

    def test_goes_on_when_a_command_removes_the_whole_tree(self):
        outputs, patch = self.run_all("rm -rf ../repository", "ls")
        self.assertEqual(outputs[1]["head"], "")
        self.assertIn("deleted file", patch)


if __name__ == "__main__":
    unittest.main()
