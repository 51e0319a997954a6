import time
import unittest

from sandbox_tools.text.normalise import bounded, normalise_actual, normalise_error, printable


class Printable(unittest.TestCase):
    def test_what_cannot_be_seen_is_shown_as_its_escape(self):
        self.assertEqual(printable("\x1b[31mred \x07\x00"), "\\x1b[31mred \\x07\\x00")
        self.assertEqual(printable("a\u202eb\u200b\u00ad\ue000"), "a\\u202eb\\u200b\\xad\\ue000")
        self.assertEqual(printable("a\ufe0f\u3164\U000e0100\U000e0041"), "a\\ufe0f\\u3164\\U000e0100\\U000e0041")
        self.assertEqual(printable("a\ud800b"), "a\\ud800b")

    def test_line_ends_tabs_and_letters_stay(self):
        self.assertEqual(printable("a\tb\r\nc\rd"), "a\tb\nc\\rd")
        self.assertEqual(printable("é e\u0301 漢字 👍 €"), "é e\u0301 漢字 👍 €")


class Bounded(unittest.TestCase):
    def test_head_and_tail_are_kept_and_the_rest_counted(self):
        text = bounded("a" * 900 + "z" * 900, 300)
        self.assertTrue(text.startswith("a" * 200) and text.endswith("z" * 100))
        self.assertIn("[1500 characters left out]", text)
        self.assertEqual(bounded("a" * 300, 300), "a" * 300)


class Errors(unittest.TestCase):
    def test_addresses_are_hidden(self):
        self.assertEqual(normalise_error("<X object at 0x7f12ab34cd56>"), "<X object at 0x…>")
        self.assertEqual(normalise_error("<X object at 0x1f>"), "<X object at 0x…>")
        self.assertEqual(normalise_error("id 0x7f12ab34cd56"), "id 0x…")
        self.assertEqual(normalise_error("mask 0xff"), "mask 0xff")

    def test_paths_are_reduced_to_the_files_own_name(self):
        self.assertEqual(normalise_error("File \"/usr/lib/python3.11/json/decoder.py\""), 'File "decoder.py"')
        self.assertEqual(normalise_error("[Errno 2] No such file: '/home/ann/x.txt'"), "[Errno 2] No such file: 'x.txt'")

    def test_what_only_looks_like_a_path_stays(self):
        for text in ("1/2/3", "http://a.example/b/c", "a /b", "10 // 3"):
            self.assertEqual(normalise_error(text), text)


class Actual(unittest.TestCase):
    def test_a_path_may_be_the_answer(self):
        self.assertEqual(normalise_actual("'/home/foo'"), "'/home/foo'")
        self.assertEqual(normalise_actual("<module 'x' from '/usr/lib/python3/x.py'>"), "<module 'x' from 'x.py'>")

    def test_huge_hostile_text_is_bounded_in_time_and_size(self):
        started = time.monotonic()
        for piece in ("/a", "\x1b]", "/usr/", "0x", "\x1b[0"):
            self.assertLess(len(normalise_error(piece * 2_000_000)), 2200)
            self.assertLess(len(normalise_actual(piece * 2_000_000)), 1200)
        self.assertLess(time.monotonic() - started, 20)


if __name__ == "__main__":
    unittest.main()
