import io
import os
import tempfile
import unittest

from repository.install import identity


class IdentityTest(unittest.TestCase):
    def make(self, folder, later):
        order = ["pkg/a.py", "pkg/B.py", "x-1.dist-info/METADATA", "x-1.dist-info/RECORD", "bin/tool", "pkg/__pycache__/a.pyc", "x-1.dist-info/direct_url.json"]
        for name in reversed(order) if later else order:
            path = os.path.join(folder, name)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "w", encoding="utf-8") as file:
                file.write(f"{folder}\n" if "RECORD" in name or "bin" in name or "url" in name or "pyc" in name else "Name: X\nVersion: 1\n\ntext\n")
            os.utime(path, (later or 5, later or 5))
        os.symlink("a.py", os.path.join(folder, "pkg/link.py"))
        identity.strip_notes(folder)
        return identity.write_environment({"deps": folder}, io.BytesIO())

    def test_time_place_and_order_of_writing_do_not_matter(self):
        with tempfile.TemporaryDirectory() as one, tempfile.TemporaryDirectory() as two:
            a, b = self.make(os.path.join(one, "x"), 0), self.make(os.path.join(two, "elsewhere"), 10**9)
            self.assertEqual((a, a["files"]), (b, 3))
            with open(os.path.join(one, "x/pkg/a.py"), "a", encoding="utf-8") as file:
                file.write("#")
            self.assertNotEqual(identity.write_environment({"deps": os.path.join(one, "x")}, io.BytesIO())["hash"], a["hash"])

    def test_what_is_installed_is_told_by_its_metadata(self):
        with tempfile.TemporaryDirectory() as one:
            self.make(os.path.join(one, "x"), 0)
            self.assertEqual([(d["name"], d["version"]) for d in identity.installed(os.path.join(one, "x"))], [("x", "1")])


if __name__ == "__main__":
    unittest.main()
