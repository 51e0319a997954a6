import os
import tempfile
import unittest

from tests.repository.needed import with_toml

from repository.install import declared

HASH = "a" * 64


class DeclaredTest(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def put(self, **files):
        names = []
        for name, text in files.items():
            name = name.replace("__", "/").replace("_DOT_", ".")
            path = os.path.join(self.folder.name, name)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
            names.append(name)
        return sorted(names)

    @with_toml
    def test_groups_are_followed_into_others_and_never_round_in_circles(self):
        self.put(pyproject_DOT_toml='[dependency-groups]\ntest = ["wcwidth>=1", {include-group = "more"}, "x @ https://e.invalid/x.whl"]\n'
                 'more = ["six", {include-group = "test"}]\ndev = ["ruff"]\ndocs = ["sphinx"]\n[tool.poetry.group.tests.dependencies]\npython = "^3.8"\nmock = "^4.0.1"\n')
        found = declared.groups(self.folder.name)
        self.assertEqual((found["test"], found["broad"]), (["wcwidth>=1", "six", "mock>=4.0.1,<5"], ["ruff", "sphinx", "six", "wcwidth>=1"]))
        self.assertEqual({each["line"] for each in found["left_out"]}, {"x @ https://e.invalid/x.whl"})

    def test_requirements_files_are_told_apart_by_their_names(self):
        tree = self.put(requirements_DOT_txt="six\n", test_requirements_DOT_txt="mock\n", requirements__docs_DOT_txt="sphinx\n", requirements__base_DOT_txt="attrs\n",
                        requirements_dev_DOT_txt="ruff\n", tox_DOT_ini="[testenv]\ndeps =\n  pytest # the runner\n  py3: nose\n  {posargs}\n  -r requirements_dev.txt\n[testenv:lint]\ndeps = flake8\n",
                        noxfile_DOT_py="def tests(session):\n    session.install('-r', 'test_requirements.txt', 'freezegun')\n    session.install('-e', '.')\ndef docs(session):\n    session.install('sphinx')\n")
        found = declared.files(self.folder.name, "", tree)
        self.assertEqual(sorted(found["runtime"].lines), ["attrs", "six"])
        self.assertEqual(sorted(found["test"].lines), ["freezegun", "mock", "nose", "pytest"])
        self.assertEqual(sorted(found["broad"].lines), ["ruff", "sphinx"])

    @with_toml
    def test_locks_of_every_form_give_versions_and_hashes(self):
        tree = self.put(uv_DOT_lock=f'[[package]]\nname = "Six"\nversion = "1.16.0"\nsdist = {{ url = "u", hash = "sha256:{HASH}" }}\n[[package]]\nname = "own"\nversion = "1"\nsource = {{ editable = "." }}\n',
                        poetry_DOT_lock=f'[[package]]\nname = "mock"\nversion = "5.0"\nfiles = [{{file = "f", hash = "sha256:{HASH}"}}]\n'
                        f'[[package]]\nname = "twice"\nversion = "1"\nfiles = [{{file = "f", hash = "sha256:{HASH}"}}]\n[[package]]\nname = "twice"\nversion = "2"\nfiles = [{{file = "f", hash = "sha256:{HASH}"}}]\n',
                        Pipfile_DOT_lock=f'{{"default": {{"attrs": {{"version": "==23.1", "hashes": ["sha256:{HASH}"]}}}}}}')
        found = declared.locks(self.folder.name, "", tree)
        self.assertEqual(found["versions"], {"attrs": "23.1", "mock": "5.0", "six": "1.16.0"})
        self.assertEqual((found["hashes"]["six", "1.16.0"], found["left_out"]), ({HASH}, ["twice"]))

    @with_toml
    def test_files_of_any_shape_are_survived(self):
        tree = self.put(pyproject_DOT_toml='dependency-groups = 3\n[tool]\npoetry = "x"\n', uv_DOT_lock="package = 1\n[[", Pipfile_DOT_lock="[" * 5000, tox_DOT_ini="[testenv\n",
                        noxfile_DOT_py="(" * 3000, Pipfile="=")
        self.assertEqual(declared.groups(self.folder.name)["test"], [])
        self.assertEqual(declared.files(self.folder.name, "", tree)["test"].lines, [])
        self.assertEqual(declared.locks(self.folder.name, "", tree)["versions"], {})


if __name__ == "__main__":
    unittest.main()
