import os
import tempfile
import unittest

from repository.install.requirements import Requirements, requirement


class RequirementsTest(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def read(self, **files):
        for name, text in files.items():
            path = os.path.join(self.folder.name, name.replace("__", "/") + ".txt")
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
        return Requirements(self.folder.name).read("requirements.txt")

    def test_no_word_of_a_comment_is_ever_a_requirement(self):
        found = self.read(requirements="# install these tools first: not a list\n  # numpy\niniconfig >= 1.0 ; python_version >= '3.0'   # trailing words\n"
                          "# pandas \\\nflask\n", )
        self.assertEqual(found.lines, ["iniconfig>=1.0 ; python_version >= '3.0'", "flask"])

    def test_continuations_files_within_files_and_extras_are_read(self):
        found = self.read(requirements="-r sub/base.txt\n-c sub/bounds.txt\nrequests [socks , security] (>=2, <3)\n--index-url https://elsewhere.invalid\n",
                          sub__base="packaging \\\n  >=20\n-r ../requirements.txt\n", sub__bounds="packaging<99\n")
        self.assertEqual(found.lines, ["packaging>=20", "requests[socks,security]>=2,<3"])
        self.assertEqual(found.constraints, ["packaging<99"])
        self.assertEqual([each["why"] for each in found.left_out], ["an option"])

    def test_paths_addresses_and_files_outside_are_left_out_by_name(self):
        found = self.read(requirements="-e .\n./local\ngit+https://example.invalid/x.git\nname @ https://example.invalid/x.whl\n-r ../../etc/passwd\n$(touch x)\n")
        self.assertEqual(found.lines, [])
        self.assertEqual(len(found.left_out), 6)

    def test_hashes_are_kept_with_the_pinned_version(self):
        found = self.read(requirements=f"six==1.16.0 \\\n    --hash=sha256:{'a' * 64} \\\n    --hash=sha256:{'b' * 64}\n")
        self.assertEqual((found.lines, found.hashes, found.unpinned), (["six==1.16.0"], {("six", "1.16.0"): {"a" * 64, "b" * 64}}, 0))

    def test_long_and_odd_lines_end_quickly(self):
        self.assertIsNone(requirement("a" * 100_000 + " !"))
        self.assertIsNone(requirement("x" + "==1," * 20_000 + "!"))
        self.assertIsNone(requirement("x==1" + " " * 1_000_000 + "!"))
        self.assertIsNone(requirement("two words"))


if __name__ == "__main__":
    unittest.main()
