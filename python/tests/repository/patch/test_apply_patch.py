import io
import os
import subprocess
import tarfile
import tempfile
import unittest

from repository.apply_patch import answer
from repository.patch import guarded


class Files:
    """What a job hands over."""

    def __init__(self):
        self.files = {}

    def file(self, name):
        files = self.files

        class Target(io.BytesIO):
            def close(self):
                files.setdefault(name, self.getvalue())
                super().close()
        return Target()


BEFORE = {
    "pkg/__init__.py": "",
    "pkg/sums.py": "def total(a, b):\n    return a - b\n",
    "pkg/old.py": "x = 1\n",
    "pkg/long.py": "".join("line %d\n" % number for number in range(9)),
    "tests/test_sums.py": "from pkg.sums import total\n\ndef test_total():\n    assert total(1, 2) == 3\n",
    "setup.cfg": "[metadata]\nname = pkg\n\n[tool:pytest]\naddopts = -q\n",
    "run.sh": "echo hello\n",
}


class ApplyPatchTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.source = os.path.join(folder.name, "source")
        self.scratch = os.path.join(folder.name, "scratch")
        os.mkdir(self.scratch)
        for path, text in BEFORE.items():
            self.write(self.source, path, text)

    @staticmethod
    def write(root, path, text):
        os.makedirs(os.path.dirname(os.path.join(root, path)), exist_ok=True)
        with open(os.path.join(root, path), "w") as file:
            file.write(text)

    def patch_of(self, change):
        """The patch that a change of a copy of the source makes."""
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run(["cp", "-a", self.source + "/.", folder], check=True)
            git = ["git", "-C", folder, "-c", "user.name=x", "-c", "user.email=x@x"]
            subprocess.run([*git, "init", "-q"], check=True)
            subprocess.run([*git, "add", "-A", "-f"], check=True)
            subprocess.run([*git, "commit", "-qm", "base"], check=True)
            change(folder)
            subprocess.run([*git, "add", "-A", "-f"], check=True)
            return subprocess.run([*git, "diff", "--cached", "--binary"], check=True, capture_output=True, text=True).stdout

    def applied(self, patch, **more):
        said = Files()
        given = answer({"roots": {"source": self.source}, "patch": patch, "scratch": self.scratch, **more}, said)
        self.assertEqual(os.listdir(self.scratch), [])
        tar = said.files.get("changed.tar")
        changed = {}
        if tar is not None:
            with tarfile.open(fileobj=io.BytesIO(tar)) as archive:
                changed = {one.name: archive.extractfile(one).read().decode() for one in archive}
        return given, changed

    def dropped_of(self, change):
        given, changed = self.applied(self.patch_of(change))
        self.assertEqual(sorted(changed), sorted(given["changed"]))
        return {one["path"]: one["reason"] for one in given["dropped"]}, changed

    def test_the_changed_files_are_handed_over(self):
        def change(root):
            self.write(root, "pkg/sums.py", "def total(a, b):\n    return a + b\n")
            self.write(root, "pkg/new.py", "y = 2\n")
            os.remove(os.path.join(root, "pkg/old.py"))
        patch = self.patch_of(change)
        given, changed = self.applied(patch)
        self.assertEqual(given["applied"], "git apply --verbose")
        self.assertEqual(changed, {"pkg/new.py": "y = 2\n", "pkg/sums.py": "def total(a, b):\n    return a + b\n"})
        self.assertEqual((given["removed"], given["dropped"]), (["pkg/old.py"], []))

    def test_a_patch_whose_lines_have_moved_is_applied_by_a_later_try(self):
        patch = ("--- a/pkg/long.py\n+++ b/pkg/long.py\n@@ -3,5 +3,5 @@\n no such line\n line 3\n-line 4\n+changed\n line 5\n nor this one\n")
        given, changed = self.applied(patch)
        self.assertEqual(given["applied"], "patch --batch --forward --fuzz=5 -p1 -i")
        self.assertEqual([one["command"] for one in given["tried"]],
                         ["git apply --verbose", "git apply --verbose --3way", "git apply --verbose --reject", given["applied"]])
        self.assertEqual(changed, {"pkg/long.py": BEFORE["pkg/long.py"].replace("line 4", "changed")})

    def test_what_a_failed_try_leaves_is_no_change(self):
        patch = ("--- a/pkg/sums.py\n+++ b/pkg/sums.py\n@@ -1,2 +1,2 @@\n def total(a, b):\n-    return a - b\n+    return a + b\n"
                 "--- a/pkg/old.py\n+++ b/pkg/old.py\n@@ -1,1 +1,1 @@\n-nothing like it\n+x = 2\n")
        given, changed = self.applied(patch)
        self.assertIsNone(given["applied"])
        self.assertEqual((given["changed"], changed), ([], {}))
        self.assertEqual(len(given["tried"]), 4)

    def test_a_patch_that_is_in_the_tree_already_changes_nothing(self):
        patch = self.patch_of(lambda root: self.write(root, "pkg/sums.py", "def total(a, b):\n    return a + b\n"))
        self.write(self.source, "pkg/sums.py", "def total(a, b):\n    return a + b\n")
        given, changed = self.applied(patch)
        self.assertEqual(given["applied"], "git apply --check --reverse")
        self.assertEqual((given["changed"], given["removed"], changed), ([], [], {}))

    def test_files_that_decide_verdicts_are_put_back_and_named(self):
        def change(root):
            self.write(root, "pkg/sums.py", "def total(a, b):\n    return a + b\n")
            self.write(root, "tests/test_sums.py", "def test_total():\n    pass\n")
            for path in ("conftest.py", "pkg/conftest.py", "pytest.ini", "tox.ini", "sitecustomize.py", "x.pth", ".github/a.yml",
                         "pytest.py", "src/random.py", "pluggy.pyc", "iniconfig.cpython-39-x86_64-linux-gnu.so", "pkg.egg-info/entry_points.txt",
                         "testing/a.py", "pkg/tests/data.txt", "test_x.py"):
                self.write(root, path, "evil\n")
            os.symlink("/etc/passwd", os.path.join(root, "pkg/link.py"))
            os.chmod(os.path.join(root, "run.sh"), 0o755)
            self.write(root, "setup.cfg", BEFORE["setup.cfg"].replace("-q", "-p evil"))
        dropped, changed = self.dropped_of(change)
        self.assertEqual(list(changed), ["pkg/sums.py"])
        self.assertEqual(dropped, {
            **dict.fromkeys(("tests/test_sums.py", "conftest.py", "pkg/conftest.py", "testing/a.py", "pkg/tests/data.txt", "test_x.py"), "test"),
            **dict.fromkeys(("pytest.ini", "tox.ini", "setup.cfg"), "configuration of tests"),
            **dict.fromkeys(("sitecustomize.py", "x.pth"), "runs whenever Python starts"),
            **dict.fromkeys(("pytest.py", "src/random.py", "pluggy.pyc", "iniconfig.cpython-39-x86_64-linux-gnu.so"),
                            "hides a module of Python or of the runner of tests"),
            ".github/a.yml": "continuous integration", "pkg.egg-info/entry_points.txt": "metadata of an installed package",
            "pkg/link.py": "symbolic link", "run.sh": "mode"})

    def test_an_empty_patch_changes_nothing(self):
        given, changed = self.applied("\n")
        self.assertEqual((given["applied"], given["tried"], given["changed"], changed), ("nothing", [], [], {}))

    def test_the_tests_of_a_task_may_change_tests(self):
        patch = self.patch_of(lambda root: self.write(root, "tests/test_sums.py", "x = 1\n"))
        given, changed = self.applied(patch, guarded=False)
        self.assertEqual((given["dropped"], changed), ([], {"tests/test_sums.py": "x = 1\n"}))

    def test_files_are_handed_over_as_they_are(self):
        given, changed = self.applied("", guarded=False, files=["tests/test_sums.py", "tests/none.py"])
        self.assertEqual((given["applied"], given["changed"], changed), ("nothing", [], {"tests/test_sums.py": BEFORE["tests/test_sums.py"]}))

    def test_a_removed_test_is_put_back(self):
        dropped, changed = self.dropped_of(lambda root: os.remove(os.path.join(root, "tests/test_sums.py")))
        self.assertEqual((dropped, changed), ({"tests/test_sums.py": "test"}, {}))

    def test_an_indented_line_begins_no_section(self):
        hidden = BEFORE["setup.cfg"].replace("addopts = -q\n", "testpaths = tests\n  [x]\naddopts = -p evil\n")
        dropped, _ = self.dropped_of(lambda root: self.write(root, "setup.cfg", hidden))
        self.assertEqual(dropped, {"setup.cfg": "configuration of tests"})

    def test_configuration_that_is_not_of_tests_may_change(self):
        dropped, changed = self.dropped_of(lambda root: self.write(root, "setup.cfg", BEFORE["setup.cfg"].replace("pkg", "other")))
        self.assertEqual((dropped, list(changed)), ({}, ["setup.cfg"]))

    def test_the_script_that_runs_the_tests_is_put_back(self):
        patch = self.patch_of(lambda root: self.write(root, "run.sh", "echo passed\n"))
        given, changed = self.applied(patch, runner="./run.sh")
        self.assertEqual((given["dropped"], changed), ([{"path": "run.sh", "reason": "runner of tests"}], {}))

    def test_a_patch_of_its_git_folder_is_refused(self):
        given, changed = self.applied("--- /dev/null\n+++ b/.git/hooks/post-checkout\n@@ -0,0 +1,1 @@\n+#!/bin/sh\n")
        self.assertEqual((given["changed"], changed), ([], {}))

    def test_a_patch_stays_below_the_root(self):
        given, changed = self.applied("--- /dev/null\n+++ b/../../outside.py\n@@ -0,0 +1,1 @@\n+x\n")
        self.assertEqual((given["changed"], changed), ([], {}))
        self.assertFalse(os.path.exists(os.path.join(self.source, "../outside.py")))


class GuardedTest(unittest.TestCase):
    def test_a_table_of_a_runner_counts_however_it_is_written(self):
        before = "[project]\nname = 'x'\n"
        for text in ("[tool.pytest.ini_options]\naddopts = '-q'\n", "['tool'.\"pytest\".ini_options]\naddopts = '-q'\n",
                     "[tool]\npytest.ini_options.addopts = '-q'\n", "[ tool . pytest . ini_options ]\naddopts = '-q'\n",
                     "[tool.coverage.run]\nbranch = true\n"):
            self.assertTrue(guarded.configures_tests("pyproject.toml", before, before + text), text)
        self.assertTrue(guarded.configures_tests("pyproject.toml", before, "tool.pytest.ini_options.addopts = '-q'\n" + before))
        self.assertTrue(guarded.configures_tests("pyproject.toml", before, before + "[tool.pytest"))
        self.assertFalse(guarded.configures_tests("pyproject.toml", before, before + "version = '2'\n[tool.black]\nline-length = 9\n"))

    def test_code_that_has_test_in_its_name_may_change(self):
        for path in ("django/test/client.py", "sklearn/utils/_testing.py", "src/_pytest/python.py", "pkg/latest.py", "pkg/contest.py",
                     "lib/matplotlib/testing/decorators.py", "pkg/random.py", "random/a.py"):
            self.assertIsNone(guarded.reason(path, "100644", "100644", {"_pytest"}), path)
            self.assertIsNone(guarded.reason(path, "000000", "100644", {"_pytest", "random"}), path)
