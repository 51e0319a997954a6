import io
import os
import random
import tarfile
import tempfile
import unittest

from repository_cell.unpack import Refused, check_link, parts_of, unpack


def tar_of(*entries, mode="w"):
    made = io.BytesIO()
    with tarfile.open(fileobj=made, mode=mode) as archive:
        for name, content in entries:
            facts = tarfile.TarInfo(name)
            facts.size = len(content)
            archive.addfile(facts, io.BytesIO(content))
    return made.getvalue()


class Unpack(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def test_every_form_and_compression_of_a_tar_is_read(self):
        long = "a/" * 60 + "é" * 50
        for number, mode in enumerate(("w", "w:gz", "w:bz2", "w:xz")):
            place = os.path.join(self.folder.name, str(number))
            told = unpack(io.BytesIO(tar_of(("x", b"12345"), (long, b"1"), mode=mode)), place)
            self.assertEqual(told, {"entries": 2, "bytes": 6})
            self.assertTrue(os.path.exists(os.path.join(place, long)))

    def test_a_damaged_archive_is_refused_and_nothing_else_happens(self):
        chance = random.Random(7)
        for mode in ("w", "w:gz", "w:xz"):
            whole = tar_of(*((str(n), bytes(700)) for n in range(5)), mode=mode)
            for _ in range(200):
                spoiled = bytearray(whole)
                for _ in range(chance.randrange(1, 30)):
                    spoiled[chance.randrange(len(spoiled))] = chance.randrange(256)
                place = os.path.join(self.folder.name, "inner", "place%d" % chance.randrange(1 << 60))
                try:
                    unpack(io.BytesIO(bytes(spoiled)), place)
                except Refused:
                    pass
        self.assertEqual(os.listdir(self.folder.name), ["inner"])

    def test_names_are_plain(self):
        self.assertEqual(parts_of("./a//b/"), ("a", "b"))
        for name in ("/a", "a/../b", "..", "a\0b", "a\nb", "a" * 256, "a/" * 65 + "a", "\udcff"):
            with self.assertRaises(Refused):
                parts_of(name)

    def test_a_link_leads_up_first_and_then_down_and_never_out(self):
        for parts, target in ((("a", "b"), "../c"), (("a",), "b/c"), (("a", "b", "c"), "../../x"), (("a", "b"), "..//./c")):
            check_link(parts, target)
        for parts, target in ((("a",), "../c"), (("a", "b"), "c/../../../d"), (("a",), "/etc"), (("a", "b"), ""), (("a", "b"), "c/../d")):
            with self.assertRaises(Refused):
                check_link(parts, target)


if __name__ == "__main__":
    unittest.main()
