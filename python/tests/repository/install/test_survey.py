import os
import socket
import tempfile
import unittest
import unittest.mock

from repository.install import survey


class SurveyTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = folder.name

    def put(self, path, text=""):
        full = os.path.join(self.root, path)
        os.makedirs(os.path.dirname(full), exist_ok=True)
        with open(full, "w", encoding="utf-8") as file:
            file.write(text)

    def test_nothing_but_plain_files_is_opened_or_followed(self):
        self.put("a/b.py")
        os.symlink("..", os.path.join(self.root, "a/loop"))
        os.mkfifo(os.path.join(self.root, "a/pipe.py"))
        with socket.socket(socket.AF_UNIX) as listener:
            listener.bind(os.path.join(self.root, "sock.py"))
        found = survey.walk(self.root)
        self.assertEqual((found["files"], found["special"], [each["path"] for each in found["links"]]), (["a/b.py"], ["sock.py", "a/pipe.py"], ["a/loop"]))

    def test_folders_count_as_files_do(self):
        for number in range(4):
            os.makedirs(os.path.join(self.root, f"empty{number}"))
        self.put("z.py")
        with unittest.mock.patch.object(survey, "MOST_ENTRIES", 4):
            self.assertEqual((survey.walk(self.root)["cut"], survey.walk(self.root)["files"]), (True, []))

    def test_a_condition_that_is_deep_is_looked_into_without_recursion(self):
        self.put("deep.py", "if " + " + ".join(["x"] * 900) + ":\n    import hard_one\nif typing.TYPE_CHECKING and x:\n    import only_types\n")
        found = survey.imports(os.path.join(self.root, "deep.py"))
        self.assertEqual((found["hard"], found["soft"]), ({"hard_one"}, {"only_types"}))

    def test_projects_in_subfolders_are_found_and_fixtures_are_not(self):
        for path in ("first/pyproject.toml", "second/setup.py", "tests/fixtures/third/setup.py", "second/inner/setup.py"):
            self.put(path, "[build-system]\n")
        self.assertEqual(survey.projects(self.root, survey.walk(self.root)["files"]), ["first", "second"])
        self.put("pyproject.toml", "[tool.black]\n")
        self.assertEqual(survey.projects(self.root, survey.walk(self.root)["files"]), ["first", "second"])

    def test_what_may_be_missing_is_told_apart_from_what_must_be_there(self):
        self.put("pkg/__init__.py", "import json, hard_one\ntry:\n    import soft_one\nexcept ImportError:\n    soft_one = None\nif TYPE_CHECKING:\n    import only_types\n"
                 "from . import near\n\ndef f():\n    'import in_words'\n    import late\n")
        self.put("tests/test_it.py", "import pytest, for_tests, pkg\nx = pytest.importorskip('perhaps.sub')\ndef test_it(mocker): pass\n")
        self.put("scripts/other.py", "import never_installed\n")
        found = survey.needs(self.root, survey.walk(self.root)["files"], {"pkg/__init__.py"})
        self.assertEqual((found["hard"], found["soft"], found["fixtures"]), ({"hard_one", "for_tests"}, {"soft_one", "only_types", "late", "perhaps"}, {"mocker"}))

    def test_files_that_no_parser_likes_have_no_imports(self):
        for name, text in (("deep", "x = " + "[" * 3000 + "]" * 3000), ("unary", "x = " + "-" * 100_000 + "1"), ("old", "print 'x'"), ("nul", "x\0"),
                           ("condition", "if " + "not " * 100_000 + "x: pass")):
            self.put(f"{name}.py", text)
            self.assertEqual(survey.imports(os.path.join(self.root, f"{name}.py"))["hard"], set())


if __name__ == "__main__":
    unittest.main()
