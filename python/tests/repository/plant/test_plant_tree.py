import io
import os
import tarfile
import tempfile
import unittest

from repository import lean_installation, plant_bug, plant_tree
from tests.repository.patch.test_apply_patch import Files

TEXT = "def total(a, b):\n    return a + b\n"
METADATA = "Metadata-Version: 2.1\nName: pkg\nVersion: 1.2\n"
BUG = TEXT.replace("+", "-")


class PlantedTrees(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = folder.name
        self.lay({"source/src/pkg/sums.py": TEXT, "source/README": "words\n", "project/pkg/sums.py": TEXT, "project/pkg/_version.py": "v = 1\n",
                           "project/pkg/__pycache__/sums.pyc": "code", "deps/dep.py": "x = 1\n"})
        os.symlink("README", os.path.join(self.root, "source/link"))
        os.mkdir(os.path.join(self.root, "scratch"))

    def lay(self, files):
        for path, text in files.items():
            os.makedirs(os.path.dirname(os.path.join(self.root, path)), exist_ok=True)
            with open(os.path.join(self.root, path), "w") as file:
                file.write(text)

    def job(self, module, **request):
        said = Files()
        roots = {name: os.path.join(self.root, name) for name in ("source", "project", "deps")}
        answer = module.answer({"roots": roots, "scratch": os.path.join(self.root, "scratch"), **request}, said)
        self.assertEqual(os.listdir(os.path.join(self.root, "scratch")), [])
        found = {}
        for tar in said.files.values():
            with tarfile.open(fileobj=io.BytesIO(tar)) as archive:
                found = {one.name: one.linkname or archive.extractfile(one).read().decode() for one in archive}
        return answer, found

    def test_a_planted_bug_is_in_the_tree_and_all_else_is_as_it_was(self):
        answer, tree = self.job(plant_tree, planted=plant_bug.file_diff("src/pkg/sums.py", TEXT, BUG, "100644"))
        self.assertEqual((answer, tree), ({"failed": None}, {"README": "words\n", "link": "README", "src/pkg/sums.py": BUG}))

    def test_a_bug_of_another_tree_is_told(self):
        answer, tree = self.job(plant_tree, planted=plant_bug.file_diff("src/pkg/sums.py", "x\n", "y\n", "100644"))
        self.assertIn("patch does not apply", answer["failed"])
        self.assertEqual(tree, {})

    def test_an_installation_keeps_no_copy_of_the_tree_but_its_metadata(self):
        self.lay({"source/PKG-INFO": METADATA, "project/pkg-1.2.dist-info/METADATA": METADATA, "project/pkg-1.2.dist-info/sums.py": TEXT})
        answer, installed = self.job(lean_installation)
        self.assertEqual(answer["left"], ["pkg-1.2.dist-info/sums.py", "pkg/__pycache__/sums.pyc", "pkg/sums.py"])
        self.assertEqual(installed, {"deps/dep.py": "x = 1\n", "project/pkg-1.2.dist-info/METADATA": METADATA, "project/pkg/_version.py": "v = 1\n"})


if __name__ == "__main__":
    unittest.main()
