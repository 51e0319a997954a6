"""What an installed repository may bring of what comes after its commit."""
from __future__ import annotations

import os
import shutil
import tempfile
import unittest

from repository import audit_history


class AuditTest(unittest.TestCase):
    def setUp(self):
        self.root = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, self.root)
        self.put("source/pkg/__init__.py")
        self.put("project/pkg-1.2.dist-info/METADATA", "Name: pkg\nVersion: 1.2\n")
        self.put("deps/other-3.0.dist-info/METADATA", "Name: other\nVersion: 3.0\n")

    def put(self, path, text=""):
        place = os.path.join(self.root, path)
        os.makedirs(os.path.dirname(place), exist_ok=True)
        with open(place, "w") as file:
            file.write(text)

    def found(self, *more):
        roots = {name: os.path.join(self.root, name) for name in ("source", "project", "deps", *more)}
        return audit_history.answer({"roots": roots}, None)

    def test_a_tree_and_its_installation_hold_nothing_later(self):
        self.assertEqual(self.found()["findings"], [])

    def test_git_directories_and_their_parts_are_found(self):
        for path in ("source/sub/.git", "project/pkg/.git/HEAD", "deps/x/packed-refs", "deps/y/logs/HEAD", f"deps/z/pack/pack-{'a' * 40}.pack"):
            with self.subTest(path):
                self.put(path)
                self.assertTrue(any(one["path"].startswith(path.partition("/.git")[0]) for one in self.found()["findings"]))

    def test_a_fixture_of_the_commit_is_no_finding(self):
        self.put("source/tests/repo/packed-refs")
        self.assertEqual(self.found()["findings"], [])

    def test_caches_of_installers_are_found(self):
        self.put("deps/.cache/pip/x")
        self.assertEqual(self.found()["findings"][0]["path"], "deps/.cache")

    def test_the_own_distribution_is_found_beside_the_build_and_later_in_the_tree(self):
        self.put("deps/pkg-1.0.dist-info/METADATA", "Name: Pkg\nVersion: 1.0\n")
        self.put("source/src/pkg.egg-info/PKG-INFO", "Name: pkg\nVersion: 2.0\n")
        self.put("source/pkg.egg-info/PKG-INFO", "Name: pkg\nVersion: 1.1\n")
        self.assertEqual([one["path"] for one in self.found()["findings"]], ["deps/pkg-1.0.dist-info", "source/src/pkg.egg-info"])

    def test_a_build_without_a_version_is_compared_with_none(self):
        self.put("project/pkg-1.2.dist-info/METADATA", "Name: pkg\nVersion: 0.0.0\n")
        self.put("source/pkg.egg-info/PKG-INFO", "Name: pkg\nVersion: 1.1\n")
        self.assertEqual(self.found()["findings"], [])

    def test_a_later_version_of_the_repository_is_found_in_its_image(self):
        self.put("source/src/pkg.egg-info/PKG-INFO", "Name: pkg\nVersion: 1.1\n")
        sites = "image/opt/envs/testbed/lib/python3.9/site-packages"
        self.put(f"{sites}/pkg-1.1.dist-info/METADATA", "Name: pkg\nVersion: 1.1\n")
        self.put(f"{sites}/other-9.0.dist-info/METADATA", "Name: other\nVersion: 9.0\n")
        self.assertEqual(self.found("image")["findings"], [])
        self.put(f"{sites}/Pkg-1.2.dist-info/METADATA", "Name: Pkg\nVersion: 1.2\n")
        self.assertEqual([one["path"] for one in self.found("image")["findings"]], [f"{sites}/Pkg-1.2.dist-info"])


if __name__ == "__main__":
    unittest.main()
