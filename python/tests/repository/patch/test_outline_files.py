import os
import tempfile
import unittest

from repository.outline_files import answer

TEXT = '''"""A module."""
import os
from .other import thing

LIMIT = [1,
         2]

if os.name == "posix":
    def here(): return 1


@decorated
class Box(Base):
    """Holds things.

    More.
    """

    size: int = 3

    @property
    def first(self, a,
              b=2):
        # a comment
        return a

    async def second(self):
        def inner():
            pass
'''


class OutlineFilesTest(unittest.TestCase):
    def outline(self, files):
        with tempfile.TemporaryDirectory() as root:
            for path, text in files.items():
                place = os.path.join(root, path)
                os.makedirs(os.path.dirname(place), exist_ok=True)
                with open(place, "wb") as file:
                    file.write(text.encode() if isinstance(text, str) else text)
            records = []
            end = answer({"roots": {"source": root}}, records.append)
            return {one["path"]: one for one in records}, end

    def test_tells_definitions_with_their_lines(self):
        told, _ = self.outline({"pkg/m.py": TEXT})
        found = [(one["kind"], one["name"], one["start"], one["end"]) for one in told["pkg/m.py"]["definitions"]]
        self.assertEqual(found, [("global", "LIMIT", 5, 6), ("function", "here", 9, 9), ("class", "Box", 12, 29),
                                 ("method", "Box.first", 21, 25), ("method", "Box.second", 27, 29)])

    def test_tells_headers_and_first_lines_of_docstrings(self):
        told, _ = self.outline({"pkg/m.py": TEXT})
        by_name = {one["name"]: one for one in told["pkg/m.py"]["definitions"]}
        self.assertEqual(by_name["Box"]["header"], "@decorated\nclass Box(Base):")
        self.assertEqual(by_name["Box"]["doc"], "Holds things.")
        self.assertTrue(by_name["Box.first"]["header"].startswith("    @property\n    def first(self, a,\n              b=2):"))
        self.assertEqual(by_name["here"]["header"], "    def here(): return 1")

    def test_tells_what_is_imported(self):
        told, _ = self.outline({"pkg/m.py": TEXT})
        self.assertEqual(told["pkg/m.py"]["imports"], ["os", ".other", ".other.thing"])

    def test_a_file_that_does_not_parse_defines_nothing(self):
        told, end = self.outline({"a.py": "print 1\n", "b.py": b"\xff\xfe", ".git/c.py": "x = 1\n", "d.txt": "d"})
        self.assertEqual(list(told), ["a.py"])
        self.assertEqual(told["a.py"]["definitions"], [])
        self.assertEqual((end["files"], end["unparsed"], end["truncated"]), (1, 1, False))


if __name__ == "__main__":
    unittest.main()
