import os
import unittest

from sandbox_tools.box.texts import program_source, take_texts
from sandbox_tools.cell import memory_files


class Texts(unittest.TestCase):
    def test_a_box_reads_what_the_controller_wrote_and_says_so(self):
        texts = {"program": "x = '\ud800ü'\n", "test": None}
        fd = memory_files.make_texts(texts)
        self.assertFalse(memory_files.was_read(fd))
        self.assertEqual(take_texts(os.dup(fd)), texts)
        self.assertTrue(memory_files.was_read(fd))
        os.close(fd)

    def test_exact_bytes_stay_bytes(self):
        self.assertEqual(program_source({"program64": "/v8="}), b"\xfe\xff")

    def test_a_byte_order_mark_in_a_text_is_no_part_of_it(self):
        self.assertEqual(program_source({"program": "\ufeffx = 1"}), "x = 1")


class Output(unittest.TestCase):
    def captured(self, data):
        fd = memory_files.make(data)
        try:
            return memory_files.captured(fd)
        finally:
            os.close(fd)

    def test_what_fits_is_kept_whole(self):
        self.assertEqual(self.captured("ü\n".encode()), {"text": "ü\n", "bytes": 3, "truncated": False})

    def test_head_and_tail_of_what_does_not(self):
        data = b"a" * 100_000 + b"b" * 100_000
        kept = self.captured(data)
        self.assertTrue(kept["truncated"])
        self.assertEqual(kept["bytes"], len(data))
        self.assertLessEqual(len(kept["text"]), 64 << 10)
        self.assertTrue(kept["text"].startswith("a" * 32736 + "\n... 134528 bytes left out ...\n"))
        self.assertTrue(kept["text"].endswith("\n" + "b" * 32736))

    def test_bytes_that_are_no_text_are_replaced(self):
        self.assertEqual(self.captured(b"\xff")["text"], "\ufffd")


if __name__ == "__main__":
    unittest.main()
