"""The body of one definition is taken out of an environment, wherever a copy of it lies."""
import gzip
import io
import os
import tarfile
import tempfile
import unittest

from repository import remove_body

TEXT = '''def total(prices, rate=1):
    """Sums up."""
    whole = 0
    for position, price in enumerate(prices):
        whole += price * 7919 % 104729 + position
    return whole - whole * rate // 100


def other():
    return 1
'''


class Said:
    def __init__(self):
        self.files = {}

    def file(self, name):
        said, stream = self, io.BytesIO()

        class File:
            write = staticmethod(stream.write)

            def __enter__(self):
                return self

            def __exit__(self, *raised):
                said.files[name] = stream.getvalue()

        return File()


class RemoveBody(unittest.TestCase):
    def removed(self, files):
        with tempfile.TemporaryDirectory() as place:
            for path, content in {"source/shop.py": TEXT, "project/shop.py": TEXT, "deps/kept.py": "KEPT = 1\n", **files}.items():
                full = os.path.join(place, path)
                os.makedirs(os.path.dirname(full), exist_ok=True)
                with open(full, "wb") as file:
                    file.write(content if isinstance(content, bytes) else content.encode())
            said = Said()
            target = {"path": "shop.py", "qualname": "total", "n": 1}
            told = remove_body.answer({"place": place, "target": target, "archives": ["project", "rest"]}, said)
        held = {}
        for name, data in said.files.items():
            with tarfile.open(fileobj=io.BytesIO(data)) as archive:
                held[name] = {member.name: archive.extractfile(member).read().decode(errors="replace") for member in archive if member.isfile()}
        return told, held

    def test_tests_of_the_project_that_lie_beside_the_dependencies_go_and_those_of_others_stay(self):
        told, held = self.removed({
            "deps/shop/tests/table.json": '[[[1], 0]]',
            "deps/builder/tests/test_builder.py": "from shop import total\nassert total([1]) == 7919\n",
            "deps/sums/tests/test_sums.py": "from sums import total\nassert total([1]) == 1\n",
            "deps/sums/core.py": "from shop import total\nTOTAL = total\n",
        })
        self.assertEqual([one["path"] for one in told["removed"] if one["path"].startswith("deps")],
                         ["deps/builder/tests/test_builder.py", "deps/shop/tests/table.json"])
        self.assertEqual((told["same"], told["leaks"]), (False, []))
        self.assertEqual({name for name in held["rest"]}, {"deps/kept.py", "deps/sums/tests/test_sums.py", "deps/sums/core.py"})

    def test_the_stub_stands_in_the_file_and_neighbours_stay(self):
        told, held = self.removed({})
        self.assertEqual((told["leaks"], told["same"]), ([], True))
        for name in ("project/shop.py", "stub/shop.py"):
            self.assertIn("raise NotImplementedError", held["project"][name])
            self.assertNotIn("7919", held["project"][name])
            self.assertTrue(held["project"][name].endswith("def other():\n    return 1\n"))
        self.assertEqual(held["rest"], {"deps/kept.py": "KEPT = 1\n"})

    def test_the_interpreter_of_an_environment_is_in_no_archive(self):
        told, held = self.removed({"interpreter/bin/python3.9": "program"})
        self.assertEqual((sorted(held["rest"]), told["leaks"]), (["deps/kept.py"], []))

    def test_copies_are_stubbed_or_left_out(self):
        packed = gzip.compress(TEXT.encode())
        told, held = self.removed({
            "project/build/lib/shop.py": TEXT, "deps/vendored.py": TEXT.replace("whole", "sum_of_all").replace("\n", "\r\n"),
            "deps/notes.md": "So it was:\n\n" + TEXT, "deps/shop.gz": packed, "project/__pycache__/shop.pyc": packed, "deps/.git/x": packed,
        })
        self.assertEqual((told["leaks"], told["same"]), ([], False))
        self.assertNotIn("7919", "".join([*held["project"].values(), *held["rest"].values()]))
        self.assertEqual(sorted(held["rest"]), ["deps/kept.py", "deps/vendored.py"])

    def test_archives_in_archives_are_looked_into_three_deep_and_a_deeper_one_is_a_leak(self):
        def packed(data, depth):
            return data if depth == 0 else packed(gzip.compress(data), depth - 1)

        for depth in (1, 2, 3):
            told, held = self.removed({"deps/kept.bin": packed(b"nothing of it", depth), "deps/copy.bin": packed(TEXT.encode(), depth)})
            self.assertEqual(([], ["deps/kept.bin"]), (told["leaks"], [name for name in held["rest"] if name.endswith(".bin")]), depth)
        told, held = self.removed({"deps/kept.bin": packed(b"nothing of it", 4)})
        self.assertEqual(([{"path": "deps/kept.bin", "why": "unseen"}], {}), (told["leaks"], held))

    def test_a_copy_that_cannot_be_taken_out_is_a_leak(self):
        body = TEXT[TEXT.index("    whole"):TEXT.index("\n\n\ndef other")]
        for files in ({"project/copy.py": "def renamed(prices, rate):\n" + body}, {"project/shop.cpython-311.so": b"\x7fELF"}):
            told, held = self.removed(files)
            self.assertEqual((len(told["leaks"]), held), (1, {}), files.keys())

    def test_a_twin_in_the_same_file_is_a_leak(self):
        body = TEXT.partition('Sums up."""\n')[2].partition("\n\n\n")[0]
        told, held = self.removed({place: TEXT + f"\n\ndef sum_of(prices, rate=1):\n{body}\n" for place in ("source/shop.py", "project/shop.py")})
        self.assertEqual([one["path"] for one in told["leaks"]], ["project/shop.py"])
        self.assertEqual(held, {})

    def test_tests_that_name_it_are_left_out(self):
        _, held = self.removed({"project/tests/test_shop.py": "assert total([1]) == 7919\n", "project/tests/test_other.py": "assert other()\n"})
        self.assertNotIn("project/tests/test_shop.py", held["project"])
        self.assertIn("project/tests/test_other.py", held["project"])

    def test_data_of_tests_are_left_out_whatever_they_name(self):
        told, held = self.removed({"project/shop/tests/cases.json": "[[[1], 7919]]", "project/shop/tests/__init__.py": "total = {1: 7919}\n"})
        self.assertNotIn("7919", "".join(held["project"].values()))
        self.assertTrue(told["same"])

    def test_documents_that_name_it_are_left_out_and_modules_of_such_names_are_not(self):
        _, held = self.removed({"project/shop/README.rst": ">>> total([1])\n7919\n", "project/shop/data.md": "other", "project/shop/history.py": "total = 1\n"})
        self.assertNotIn("project/shop/README.rst", held["project"])
        self.assertIn("project/shop/data.md", held["project"])
        self.assertIn("project/shop/history.py", held["project"])

    def test_a_distributions_metadata_are_its_fields_alone(self):
        fields = "Metadata-Version: 2.1\nName: shop\nVersion: 1\n"
        told, held = self.removed({
            "project/shop-1.dist-info/METADATA": fields + "\n>>> total([1])\n7919\n",
            "deps/old-1.egg-info/PKG-INFO": "Metadata-Version: 1.0\r\nDescription: Old\r\n        >>> total([1])\r\n        7919\r\nName: old\r\n",
        })
        self.assertEqual(held["project"]["project/shop-1.dist-info/METADATA"], fields)
        self.assertEqual(held["rest"]["deps/old-1.egg-info/PKG-INFO"], "Metadata-Version: 1.0\nName: old\n")
        # Whatever the definition: one archive of the dependencies serves all.
        self.assertTrue(told["same"])


if __name__ == "__main__":
    unittest.main()
