import os
import pathlib
import socket
import tempfile
import unittest

from repository.text.files import walk
from tests.repository.needed import SYNTHETIC, with_synthetic


class FilesTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        # The root lies below a hidden folder and one named as tests are: only what is below it counts.
        self.root = os.path.join(folder.name, ".hidden", "tests", "repository")
        os.makedirs(self.root)

    def write(self, path, raw=b"x = 1\n"):
        full = os.path.join(self.root, path)
        os.makedirs(os.path.dirname(full), exist_ok=True)
        with open(full, "wb") as file:
            file.write(raw)

    def told(self, **more):
        return {entry.path: entry.detail if entry.status == "excluded" else entry.status for entry in walk(self.root, **more)}

    def test_exclusions_are_reported_with_their_reason_and_can_be_lifted(self):
        for path in ("pkg/a.py", "pkg/notes.txt", "tests/test_a.py", "pkg/test_b.py", "conftest.py", "docs/conf.py", "setup.py",
                     "build/lib/a.py", "pkg/_vendor/v.py", ".tox/x.py", "own/pyvenv.cfg", "own/lib/y.py", "bench/b.py"):
            self.write(path)
        told = self.told()
        self.assertEqual(told, {"pkg/a.py": "opened", "tests/": "tests", "pkg/test_b.py": "tests", "conftest.py": "tests",
                                "docs/": "docs", "setup.py": "build", "build/": "build", "pkg/_vendor/": "vendored",
                                ".tox/": "hidden", "own/": "environment", "bench/": "benchmarks"})
        kept = self.told(keep=("tests",))
        self.assertEqual([kept[path] for path in ("tests/test_a.py", "pkg/test_b.py", "conftest.py")], ["opened"] * 3)
        self.assertEqual(list(told), [entry.path for entry in walk(self.root)])

    def test_links_are_reported_and_never_followed(self):
        self.write("pkg/a.py")
        for name, target in (("self.py", "self.py"), ("gone.py", "nowhere.py"), ("out.py", "/etc/hostname"), ("loop", ".."),
                             ("inside.py", "a.py"), ("root", "/")):
            os.symlink(target, os.path.join(self.root, "pkg", name))
        self.assertEqual(self.told(), {"pkg/a.py": "opened", "pkg/self.py": "link-loop", "pkg/gone.py": "link-dangling",
                                       "pkg/out.py": "link-out", "pkg/loop": "link-loop", "pkg/inside.py": "link",
                                       "pkg/root": "link-out"})

    def test_what_would_block_is_not_opened(self):
        os.mkfifo(os.path.join(self.root, "pipe.py"))
        with socket.socket(socket.AF_UNIX) as server:
            here = os.getcwd()
            os.chdir(self.root)
            try:
                server.bind("sock.py")
            finally:
                os.chdir(here)
        self.assertEqual(self.told(), {"pipe.py": "fifo", "sock.py": "socket"})

    def test_sizes_are_bounded_one_by_one_and_in_total(self):
        self.write("a.py", b"#" * 100)
        self.write("b.py", b"#" * 50)
        self.write("c.py", b"#" * 50)
        self.assertEqual(self.told(largest=60), {"a.py": "too-large", "b.py": "opened", "c.py": "opened"})
        self.assertEqual(self.told(total=160), {"a.py": "opened", "b.py": "opened", "c.py": "over-total"})
        self.assertEqual(list(self.told(most=2).values()), ["opened", "over-total"])

    def test_names_that_clash_by_case_stay_apart_and_odd_names_are_told(self):
        for path in ("pkg/Mod.py", "pkg/mod.py"):
            self.write(path)
        with open(os.path.join(os.fsencode(self.root), b"bad\xff.py"), "wb"):
            pass
        self.assertEqual(self.told(), {"pkg/Mod.py": "opened", "pkg/mod.py": "opened", "bad\\xff.py": "bad-name"})

    @with_synthetic
    def test_the_synthetic_repositories_are_walked_to_the_end(self):
        for root in sorted(pathlib.Path(SYNTHETIC).iterdir()):
            with self.subTest(root.name):
                self.assertIsInstance([entry.status for entry in walk(str(root))], list)
