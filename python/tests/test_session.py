import ast
import json
import unittest

from sandbox_tools.session.block import asks_for_input, describe_error, shorten, split_last
from sandbox_tools.session.folder import MOST_BYTES, MOST_FILES, changed, is_file_name
from sandbox_tools.session.interpreter import HEADER
from sandbox_tools.session.kept import Kept
from sandbox_tools.session.watched import LARGEST_SAID, Frames, MalformedFrame, Taken


def framed(said, content=b""):
    data = json.dumps(said).encode()
    return HEADER.pack(len(data), len(content)) + data + content


class KeptParts(unittest.TestCase):
    def setUp(self):
        self.parts = []

    def kept(self, most_bytes):
        return Kept(most_bytes, lambda *part: self.parts.append(part), lambda count: self.parts.append(count))

    def test_little_is_told_at_once_and_whole(self):
        kept = self.kept(1000)
        kept.wrote("stdout", b"a")
        kept.add("value", "b")
        self.assertEqual(self.parts, [("stdout", "a"), ("value", "b")])
        kept.finish()
        self.assertEqual(len(self.parts), 2)

    def test_of_much_head_and_tail_are_told_and_the_rest_is_counted(self):
        kept = self.kept(1000)
        for number in range(1000):
            kept.wrote("stdout", b"%09d\n" % number)
        kept.add("value", "last")
        kept.finish()
        self.assertEqual(self.parts[0], ("stdout", "000000000\n"))
        self.assertEqual(self.parts[-1], ("value", "last"))
        (dropped,) = [part for part in self.parts if isinstance(part, int)]
        told = sum(len(part[1]) for part in self.parts if isinstance(part, tuple) and part[0] == "stdout")
        self.assertEqual(told + dropped, 10_000)
        self.assertLess(told, 1000)

    def test_many_empty_parts_are_bounded_too(self):
        kept = self.kept(1000)
        for _ in range(10_000):
            kept.add("value", "")
        kept.finish()
        self.assertLess(len(self.parts), 100)

    def test_a_character_in_two_pieces_is_one(self):
        kept = self.kept(1000)
        euro = "€".encode()
        kept.wrote("stdout", euro[:1])
        kept.wrote("stdout", euro[1:])
        kept.wrote("stderr", b"\xff")
        kept.finish()
        self.assertEqual(self.parts, [("stdout", "€"), ("stderr", "\ufffd")])


class SaidByABox(unittest.TestCase):
    def setUp(self):
        self.files, self.parts = [], []
        kept = Kept(10_000, lambda *part: self.parts.append(part), None)
        self.taken = Taken(self.files.append, kept, "now")

    def test_counts_only_with_the_nonce_of_its_block(self):
        self.taken.take({"nonce": "before", "done": "finished"})
        self.taken.take({"nonce": "before", "kind": "value", "text": "no"})
        self.assertEqual((self.taken.end, self.parts), (None, []))
        self.taken.take({"nonce": "now", "done": "raised"})
        self.taken.take({"nonce": "now", "kind": "value", "text": "late"})
        self.assertEqual((self.taken.end, self.parts), ("raised", []))

    def test_never_says_that_a_session_is_lost(self):
        for word in ("lost", "", None, 1, ["finished"]):
            self.taken.take({"nonce": "now", "done": word})
        self.assertIsNone(self.taken.end)

    def test_is_of_a_known_kind(self):
        for kind in ("stdout", "dropped", "artefact", None, {}):
            self.taken.take({"nonce": "now", "kind": kind, "text": "x"})
        self.taken.take({"nonce": "now", "kind": "value", "text": 1})
        self.assertEqual(self.parts, [])

    def test_hands_over_no_more_files_than_there_may_be_and_none_outside(self):
        for name in ("/etc/passwd", "../x", "a/../b", "a//b", "", "a\n", "a\\b", 1, "x" * 300):
            self.taken.take({"nonce": "now", "file": name})
        self.assertEqual(self.files, [])
        for number in range(MOST_FILES + 5):
            self.taken.take({"nonce": "now", "file": "a/%d.txt" % number}, b"x")
        self.assertEqual(len(self.files), MOST_FILES)
        self.assertTrue(is_file_name("a b/ü.csv"))

    def test_is_frames_or_spoils_the_session(self):
        frames = Frames()
        data = framed({"a": 1}, b"content") + framed({"b": 2})
        heard = [frame for byte in data for frame in frames.push(bytes([byte]))]
        self.assertEqual(heard, [({"a": 1}, b"content"), ({"b": 2}, b"")])
        sizes = HEADER.pack(LARGEST_SAID + 1, 0), HEADER.pack(1, MOST_BYTES + 1)
        deep = HEADER.pack(0x4000, 0) + b"[" * 0x4000
        for data in (*sizes, deep, HEADER.pack(1, 0) + b"x", framed([]), framed("finished")):
            with self.assertRaises(MalformedFrame):
                list(Frames().push(data))


class TextOfABlock(unittest.TestCase):
    def test_asks_for_input(self):
        for text in ("input()", "x = int(input('?'))", "import sys\nsys.stdin.readline()", "def f():\n  return input()"):
            self.assertTrue(asks_for_input(ast.parse(text)), text)
        for text in ("inputs()", "a.input()", "input", "def input(): pass\ninput()", "input = f\ninput()", "f.stdin.read()"):
            self.assertFalse(asks_for_input(ast.parse(text)), text)

    def test_has_a_last_expression_or_none(self):
        self.assertIsNotNone(split_last(ast.parse("x = 1\nx"))[1])
        self.assertIsNone(split_last(ast.parse("x\nx = 1"))[1])
        self.assertIsNone(split_last(ast.parse(""))[1])

    def test_an_error_shows_frames_of_blocks_only(self):
        try:
            exec(compile("import json\njson.loads('{')", "<block 3>", "exec"), {})
        except ValueError as error:
            text = describe_error(error)
        lines = text.split("\n")
        self.assertEqual(lines[:2], ["Traceback (most recent call last):", '  File "<block 3>", line 2, in <module>'])
        self.assertNotIn("test_session", text)
        self.assertNotIn("decoder.py", text)

    def test_errors_that_are_each_others_context_end(self):
        one, other = ValueError("one"), ValueError("other")
        one.__context__, other.__context__ = other, one
        self.assertIn("ValueError: one", describe_error(one))

    def test_long_texts_keep_head_and_tail(self):
        self.assertEqual(shorten("short", 10), "short")
        self.assertEqual(shorten("a" * 50 + "b" * 50, 20), "a" * 10 + "\n… 80 characters left out …\n" + "b" * 10)


class FilesOfABlock(unittest.TestCase):
    def test_are_those_that_are_new_or_changed(self):
        before = {"same": (1, 1, 1), "changed": (1, 1, 2)}
        after = {"same": (1, 1, 1), "changed": (2, 1, 2), "new": (1, 1, 3)}
        self.assertEqual(changed(before, after), (["changed", "new"], [], []))

    def test_are_bounded(self):
        large = {"a": (1, MOST_BYTES, 1), "b": (1, 1, 2)}
        self.assertEqual(changed({}, large), (["a"], ["b"], []))

    def test_with_names_that_cannot_be_told_take_no_room(self):
        odd = {"a\nb": (1, MOST_BYTES, 1), "c\udcff": (1, 1, 2), "d": (1, MOST_BYTES, 3)}
        self.assertEqual(changed({}, odd), (["d"], [], ["a\nb", "c\udcff"]))


if __name__ == "__main__":
    unittest.main()
