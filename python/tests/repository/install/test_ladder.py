"""The whole ladder with a real `uv`, offline: a small index of its own, and build backends that need nothing.

`UV_PROGRAM` names the program where it is not on PATH; without one these are skipped by name.
"""
import hashlib
import json
import os
import pathlib
import shutil
import sys
import tarfile
import tempfile
import textwrap
import unittest
import unittest.mock
import urllib.request

from repository import install_project

from .fake_index import FakeIndex, wheel

UV = os.environ.get("UV_PROGRAM") or shutil.which("uv")
INDEX = os.environ.get("PACKAGE_INDEX", "")

BACKEND = """
import os, zipfile, tomllib
def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    {before}
    project = tomllib.load(open("pyproject.toml", "rb"))["project"]
    name, info = project["name"], project["name"] + "-1.0.dist-info"
    head = "Metadata-Version: 2.1\\nName: " + name + "\\nVersion: 1.0\\n" + "".join("Requires-Dist: " + r + "\\n" for r in project.get("dependencies", []))
    for extra, lines in project.get("optional-dependencies", {{}}).items():
        head += "Provides-Extra: " + extra + "\\n" + "".join("Requires-Dist: " + r + "; extra == '" + extra + "'\\n" for r in lines)
    files = {{os.path.join(name, f): open(os.path.join(name, f)).read() for f in os.listdir(name) if f.endswith(".py")}}
    files[info + "/METADATA"] = head
    files[info + "/WHEEL"] = "Wheel-Version: 1.0\\nGenerator: test\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n"
    files[info + "/RECORD"] = "".join(f + ",,\\n" for f in [*files, info + "/RECORD"])
    with zipfile.ZipFile(os.path.join(wheel_directory, name + "-1.0-py3-none-any.whl"), "w") as z:
        for path, text in files.items():
            z.writestr(path, text)
    return name + "-1.0-py3-none-any.whl"
"""


PLAIN_ONE = wheel("plain_one", "1.0", {"plain_one.py": "X = 1\n"})
#: Its version 3.0.
GUESSABLE = wheel("guessable", "3.0", {"guessable.py": ""})


def sha256(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def locked(name: str, version: str, digest: str) -> str:
    """A row of a uv.lock."""
    return f'[[package]]\nname = "{name}"\nversion = "{version}"\nsdist = {{ url = "x", hash = "sha256:{digest}" }}\n'


class Said:
    """As a job says: records into a list, the one file to a path; without a line."""

    line = None

    def __init__(self, records, path):
        self.records, self.path = records, path

    def __call__(self, record):
        self.records.append(record)

    def file(self, name):
        return open(self.path, "wb")


@unittest.skipUnless(UV and sys.version_info >= (3, 11), "uv absent: set UV_PROGRAM")
class LadderTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = folder.name
        self.index = FakeIndex({"plain-one": [("1.0", PLAIN_ONE), ("2.0", wheel("plain_one", "2.0", {"plain_one.py": "X = 2\n"}))],
                                "for-tests": [("1.0", wheel("for_tests", "1.0", {"for_tests.py": "", "bin_of_it.py": ""}))],
                                "guessable": [(f"{n}.0", wheel("guessable", f"{n}.0", {"guessable.py": ""})) for n in range(1, 7)]})
        self.addCleanup(self.index.close)

    def put(self, files, base="source"):
        for path, text in files.items():
            full = os.path.join(self.root, base, path)
            os.makedirs(os.path.dirname(full), exist_ok=True)
            with open(full, "w", encoding="utf-8") as file:
                file.write(textwrap.dedent(text))

    def project(self, name="pkg", more="", before="pass", body="", base=""):
        head = '[build-system]\nrequires = []\nbuild-backend = "backend"\nbackend-path = ["."]\n'
        self.put({f"{base}pyproject.toml": f'{head}[project]\nname = "{name}"\nversion = "1.0"\n{more}', f"{base}backend.py": BACKEND.format(before=before), f"{base}{name}/__init__.py": body})

    def install(self, place="work", **more):
        records = []
        request = {"roots": {"source": os.path.join(self.root, "source")}, "work": os.path.join(self.root, place), "index": self.index.url,
                   "uv": UV, "interpreters": [{"version": ".".join(map(str, sys.version_info[:3])), "path": sys.executable}], "version": None, "day": "2026-01-01",
                   "limits": {"stepSeconds": 30, "totalSeconds": 100}, **more}
        answer = install_project.answer(request, Said(records, os.path.join(self.root, f"{place}.tar")))
        json.dumps(answer)
        return answer, records

    def byte_code(self, place):
        with tarfile.open(os.path.join(self.root, f"{place}.tar")) as tar:
            return [name for name in tar.getnames() if name.endswith(".pyc")]

    def test_two_builds_in_different_folders_give_one_hash(self):
        self.project(more='dependencies = ["plain-one"]\n[project.optional-dependencies]\ntest = ["for-tests"]\n')
        (one, _), (two, _) = self.install("a"), self.install("elsewhere")
        self.assertEqual((one["status"], one["content"]), ("ok", two["content"]))
        self.assertEqual([(d["name"], d["version"], d["built"]) for d in one["lock"]], [("for-tests", "1.0", False), ("plain-one", "2.0", False)])
        self.assertTrue(all(len(d["sha256"]) == 64 for d in one["lock"]))

    def test_dependencies_of_what_is_tested_are_compiled_alike_wherever_they_are_built(self):
        self.project(more='dependencies = ["plain-one"]\n')
        (one, _), (two, _) = self.install("a", testRunner=True), self.install("elsewhere", testRunner=True)
        self.assertEqual(one["content"], two["content"])
        self.install("plain")
        self.assertEqual(self.byte_code("a"), [f"deps/__pycache__/plain_one.{sys.implementation.cache_tag}.pyc"])
        self.assertEqual(self.byte_code("plain"), [])

    def test_requirements_that_pin_a_version_are_complete_so_that_nothing_is_guessed(self):
        self.project(body="import guessable\n")
        pinned, _ = self.install("pinned", requirements=["plain-one==1.0"])
        self.assertEqual(([d["name"] for d in pinned["lock"]], pinned["unmet"]), (["plain-one"], ["guessable"]))
        free, _ = self.install("free", requirements=["plain-one"])
        self.assertEqual([d["name"] for d in free["lock"]], ["guessable", "plain-one"])

    def test_a_lock_binds_versions_and_its_hashes_are_checked(self):
        self.project(more='dependencies = ["plain-one"]\n')
        self.put({"uv.lock": locked("plain-one", "1.0", "0" * 64)})
        answer, records = self.install()
        self.assertIn("hash-mismatch", [r["signature"]["kind"] for r in records if r["signature"]])
        self.assertEqual([d["version"] for d in answer["lock"]], ["2.0"])

    def test_a_lock_that_is_not_held_binds_nothing_that_is_installed_later(self):
        self.project(more='dependencies = ["plain-one"]\n')
        self.put({"uv.lock": locked("plain-one", "1.0", "0" * 64) + locked("guessable", "3.0", sha256(GUESSABLE)), "requirements-test.txt": "guessable\n"})
        answer, _ = self.install()
        self.assertEqual((answer["status"], answer["reason"]), ("ok", None))
        self.assertEqual([(d["name"], d["version"]) for d in answer["lock"]], [("guessable", "6.0"), ("plain-one", "2.0")])

    def test_a_lock_that_is_held_binds_what_is_installed_later_too(self):
        self.project(more='dependencies = ["plain-one"]\n')
        self.put({"uv.lock": locked("plain-one", "1.0", sha256(PLAIN_ONE)) + locked("guessable", "3.0", sha256(GUESSABLE)), "requirements-test.txt": "guessable\n"})
        answer, _ = self.install()
        self.assertEqual([(d["name"], d["version"]) for d in answer["lock"]], [("guessable", "3.0"), ("plain-one", "1.0")])

    def test_what_is_installed_later_has_a_hash_of_the_lock_or_is_not_bound_by_it(self):
        self.project(more='dependencies = ["plain-one"]\n')
        self.put({"uv.lock": locked("plain-one", "1.0", sha256(PLAIN_ONE)) + locked("guessable", "3.0", "1" * 64), "requirements-test.txt": "guessable\n"})
        answer, records = self.install()
        self.assertIn("hash-mismatch", [r["signature"]["kind"] for r in records if r["signature"]])
        self.assertEqual((answer["status"], answer["reason"]), ("ok", None))
        self.assertEqual([(d["name"], d["version"]) for d in answer["lock"]], [("guessable", "6.0"), ("plain-one", "1.0")])

    def test_what_the_index_has_not_fails_with_the_resolvers_words(self):
        self.project(more='dependencies = ["plain-one>=9999"]\n')
        answer, _ = self.install()
        self.assertEqual((answer["status"], answer["step"], answer["content"]), ("install_failed", "resolve", None))
        self.assertIn("plain-one>=9999", answer["reason"])

    def test_test_extras_that_cannot_be_had_leave_a_partial_environment(self):
        self.project(more='dependencies = ["plain-one"]\n[project.optional-dependencies]\ntest = ["nowhere-to-be-found"]\n')
        answer, _ = self.install()
        self.assertEqual((answer["status"], [d["name"] for d in answer["lock"]]), ("partial", ["plain-one"]))
        self.assertIn("test extras not installed", answer["reason"])

    def test_a_version_that_is_asked_for_holds_whatever_the_project_requires(self):
        self.project(more='dependencies = ["plain-one>=2"]\n')
        answer, _ = self.install(requirements=["plain-one==1.0", "guessable"])
        self.assertEqual((answer["status"], [(d["name"], d["version"]) for d in answer["lock"]]), ("ok", [("guessable", "6.0"), ("plain-one", "1.0")]))

    def test_a_requirement_that_cannot_be_had_is_told_and_takes_no_other_with_it(self):
        self.project()
        answer, _ = self.install(requirements=["nowhere==1", "guessable==3.0", "git+https://example.invalid/x"])
        self.assertEqual([(d["name"], d["version"]) for d in answer["lock"]], [("guessable", "3.0")])
        self.assertEqual(answer["status"], "partial")
        self.assertIn("cannot be had with the rest: nowhere==1", answer["reason"])
        self.assertIn("no requirement by name: git+https", answer["reason"])

    def test_a_line_of_a_requirements_file_that_does_not_fit_takes_no_other_with_it(self):
        self.project(more='dependencies = ["plain-one==1.0"]\n')
        self.put({"requirements-test.txt": "plain-one==2.0\nfor-tests\nguessable==3.0\n"})
        answer, _ = self.install()
        self.assertEqual([(d["name"], d["version"]) for d in answer["lock"]], [("for-tests", "1.0"), ("guessable", "3.0"), ("plain-one", "1.0")])
        self.assertIn("of what requirements files list, not installed: plain-one==2.0: ", answer["reason"])

    def test_a_guess_is_marked_and_the_inner_name_is_not_asked_for_twice(self):
        self.project(body="import guessable\nimport secret_inner_tool\n")
        answer, _ = self.install()
        self.assertEqual([(q["module"], q["installed"]) for q in answer["quarantine"]], [("guessable", True), ("secret_inner_tool", False)])
        self.assertEqual([(d["name"], d["quarantined"]) for d in answer["lock"]], [("guessable", True)])
        self.assertEqual(answer["unmet"], ["secret_inner_tool"])
        self.assertEqual(self.install("told", guess="tell")[0]["lock"], [])

    def test_a_build_that_hangs_or_raises_ends_with_its_reason(self):
        self.project(before="import time; time.sleep(1000)")
        answer, _ = self.install(limits={"stepSeconds": 3, "totalSeconds": 20})
        self.assertEqual((answer["status"], answer["step"]), ("install_failed", "build"))
        self.assertIn("time-limit", answer["reason"])
        self.project(before="raise RuntimeError('broken on purpose')")
        answer, records = self.install("again")
        self.assertIn("broken on purpose", answer["reason"])
        self.assertIn("broken on purpose", records[-1]["log"])

    @unittest.skipUnless(shutil.which("git"), "git absent")
    def test_a_build_that_asks_for_a_tag_gets_it_and_without_one_the_reason_names_it(self):
        self.project(before="import subprocess; print(subprocess.check_output(['git', 'describe', '--tags', '--long'], text=True))")
        self.assertEqual(self.install(version={"describe": "v1.2.0-3-gabcdef012345", "date": "2024-01-01T00:00:00Z"})[0]["status"], "ok")
        answer, _ = self.install("again")
        self.assertIn("newest tag (no tag was told)", answer["reason"])

    def test_a_build_that_is_not_told_its_version_says_so(self):
        self.project()
        self.put({"git": "#!/bin/sh\nkill -9 $$\n"}, base="bin")
        os.chmod(os.path.join(self.root, "bin/git"), 0o755)
        with unittest.mock.patch.dict(os.environ, {"PATH": os.path.join(self.root, "bin") + ":/usr/bin:/bin"}):
            answer, records = self.install(version={"describe": "v1.2.0", "date": None})
        kinds = {r["step"]: r["signature"]["kind"] for r in records if r["signature"]}
        self.assertEqual((answer["status"], kinds), ("ok", {"version": "version-untold"}))

    def test_each_of_two_projects_is_named_and_one_may_fail(self):
        self.project("first", base="first/")
        self.project("second", base="second/", before="raise RuntimeError('no')")
        answer, _ = self.install()
        self.assertEqual((answer["status"], [(p["path"], p["status"]) for p in answer["projects"]]), ("partial", [("first", "ok"), ("second", "install_failed")]))

    def test_without_a_build_file_modules_are_taken_by_path_and_nothing_is_installed(self):
        self.put({"one.py": "X = 1\n", "use.py": "import one\n", "tests/test_one.py": "import one\n"})
        answer, _ = self.install()
        self.assertEqual((answer["status"], answer["content"]["files"], answer["lock"]), ("ok", 2, []))

    def test_no_interpreter_and_no_python_are_said_before_anything_runs(self):
        self.project(more='requires-python = ">=3.99"\n')
        answer, _ = self.install()
        self.assertEqual((answer["status"], answer["step"]), ("install_failed", "interpreter"))
        shutil.rmtree(os.path.join(self.root, "source"))
        self.put({"README": "x"})
        self.assertEqual(self.install()[0]["status"], "no_python")

    def test_the_source_is_left_as_it_was(self):
        self.project(before="open('written', 'w').write('x'); open('pkg/__init__.py', 'w').write('y')")
        before = self.listing()
        self.install()
        self.assertEqual(self.listing(), before)

    def listing(self):
        root = pathlib.Path(self.root, "source")
        return sorted((str(path), path.read_bytes()) for path in root.rglob("*") if path.is_file())

    @unittest.skipUnless(INDEX, "network: PACKAGE_INDEX is not set")
    def test_setuptools_builds_a_legacy_project_by_the_real_index(self):
        try:
            urllib.request.urlopen(f"{INDEX.rstrip('/')}/setuptools/", timeout=20).close()
        except OSError:
            self.skipTest("network: the index does not answer")
        self.put({"setup.py": "from setuptools import setup\nsetup(name='old', version='1', py_modules=['old'])\n", "old.py": "X = 1\n"})
        answer, _ = self.install(index=INDEX, limits={"stepSeconds": 120, "totalSeconds": 200})
        self.assertEqual(answer["status"], "ok", answer["reason"])


if __name__ == "__main__":
    unittest.main()
