import time
import unittest

from sandbox_tools.text.normalise import bounded, normalise_actual, normalise_error, printable


class Printable(unittest.TestCase):
    def test_terminal_sequences_and_controls_go_words_stay(self):
        self.assertEqual(printable("\x1b[31mred\x1b[0m \x07bell \x1b]0;title\x07end\x00"), "red bell end")
        self.assertEqual(printable("\x1b]8;;http://evil\x1b\\link"), "link")
        self.assertEqual(printable("\x9b2Ja\u202eb\u2066c"), "abc")
        self.assertEqual(printable("a\tb\r\nc\rd"), "a\tb\ncd")

    def test_lone_surrogates_become_replacement_characters(self):
        self.assertEqual(printable("a\ud800b"), "a\ufffdb")


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
