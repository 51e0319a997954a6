import os
import tempfile
import unittest

from repository.text.modules import InstalledFiles, locate, module_of


def tree(files):
    folder = tempfile.TemporaryDirectory()
    for path, text in files.items():
        full = os.path.join(folder.name, path)
        os.makedirs(os.path.dirname(full), exist_ok=True)
        with open(full, "w") as file:
            file.write(text)
    return folder


class ModulesTest(unittest.TestCase):
    def test_a_path_is_a_module_when_every_part_can_be_imported(self):
        self.assertEqual([module_of(path) for path in ("a/b.py", "a/__init__.py", "a.b/c.py", "a-b.py", "__init__.py")],
                         ["a.b", "a", None, None, None])

    def test_layouts_without_an_installed_project(self):
        with tree({"pyproject.toml": "", "src/pkg/mod.py": "", "flat.py": "", "space/inner/x.py": "", "first/setup.py": "",
                   "first/first/a.py": "", "first/src/b/c.py": ""}) as root:
            for path, module in (("src/pkg/mod.py", "pkg.mod"), ("flat.py", "flat"), ("space/inner/x.py", "space.inner.x"),
                                 ("first/first/a.py", "first.a"), ("first/src/b/c.py", "b.c")):
                self.assertEqual(locate(root, path, b"")["module"], module, path)

    def test_an_installed_file_is_found_by_its_content_then_by_its_path(self):
        with tree({"odd/pkg/__init__.py": "", "odd/pkg/sub/__init__.py": "", "odd/pkg/m.py": "x = 1", "odd/pkg/v.py": "old"}) as root, \
                tree({"pkg/__init__.py": "", "pkg/sub/__init__.py": "", "pkg/m.py": "x = 1", "pkg/v.py": "new",
                      "pkg/m/__init__.py": "y"}) as project:
            installed = InstalledFiles(project)

            def told(path, raw):
                place = locate(root, path, raw, installed)
                return place["module"], place["projectPath"], place["by"]
            self.assertEqual(told("odd/pkg/__init__.py", b""), ("pkg", "pkg/__init__.py", "content"))
            self.assertEqual(told("odd/pkg/sub/__init__.py", b""), ("pkg.sub", "pkg/sub/__init__.py", "content"))
            self.assertEqual(told("odd/pkg/v.py", b"old"), ("pkg.v", "pkg/v.py", "path"))
            self.assertEqual(told("odd/pkg/m.py", b"x = 1"), (None, "pkg/m.py", "content"))
            self.assertEqual(told("tools/gone.py", b"?"), (None, None, None))
