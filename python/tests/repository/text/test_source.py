import ast
import unittest

from repository.text.definitions import definitions
from repository.text.source import Unreadable, read_source, source_from_text


def status(raw, **more):
    try:
        read_source(raw, **more)
    except Unreadable as problem:
        return problem.status
    return "parsed"


class SourceTest(unittest.TestCase):
    def test_every_file_that_gives_no_tree_has_a_status(self):
        for raw, wanted in (
            (b"x = 1\n", "parsed"), (b"", "parsed"), (b"x = '\0'\n", "nul-bytes"), (b"x = '\xff'\n", "bad-encoding"),
            (b"# coding: latin-1\nx = '\xff'\n", "parsed"), (b"# coding: nonsense\n", "bad-encoding"),
            (b"# coding: idna\n", "bad-encoding"), (b"# coding: utf-7\nx=1\n", "bad-encoding"), (b"# coding: rot13\n", "bad-encoding"),
            (b"# coding: unicode_escape\n", "bad-encoding"), (b"\xef\xbb\xbf# coding: latin-1\n", "bad-encoding"),
            (b"# coding: cp1252\nx = '\x81'\n", "bad-encoding"), (b"print 'old'\n", "python-2"),
            (b"try: pass\nexcept IOError, e: pass\n", "python-2"), (b"raise E, 'x'\n", "python-2"), (b"x = 0777\n", "python-2"),
            (b"x = `1`\n", "python-2"), (b"exec 'x'\n", "python-2"), (b"def f(:\n", "syntax-error"), (b"f(x y)\n", "syntax-error"),
            (b"x = " + b"[" * 2000 + b"]" * 2000, "too-deep"),
        ):
            with self.subTest(raw[:40]):
                self.assertEqual(status(raw), wanted)
        self.assertEqual(status(b"x = 1\n", largest=3), "too-large")

    def test_no_chain_however_long_ends_the_process(self):
        for count in (2000, 60000):
            for text in ("x" + ".a" * count, "x" + "()" * count, "x" + "[0]" * count, "-" * count + "1", "not " * count + "1",
                         "1" + "+1" * count, "lambda:" * count + "1", "1 if 1 else " * count + "1", "x" + ".a()" * count):
                raw = ("def f(x, d=%s):\n    y = %s\n    return y\n" % (text, text)).encode()
                told = status(raw, largest=1 << 22)
                self.assertIn(told, ("parsed", "too-deep"), text[:20])
                if told == "parsed":
                    for record, problem in definitions(read_source(raw, largest=1 << 22), "a.py"):
                        self.assertTrue(record or problem["status"] == "too-deep")
        raw = b"def f(x):\n    if x: pass\n" + b"    elif x: pass\n" * 20000
        self.assertIn(status(raw), ("parsed", "too-deep"))

    def test_positions_are_exact_in_every_encoding_and_line_end(self):
        for encoding, mark in (("utf-8", b""), ("utf-8", b"\xef\xbb\xbf"), ("latin-1", b""), ("gbk", b""), ("shift_jis", b"")):
            letters = {"gbk": "汉字", "shift_jis": "日本"}.get(encoding, "éß")
            for newline in ("\n", "\r\n", "\r"):
                text = newline.join(["# coding: %s %s" % (encoding, letters), "s = '%s'; t = 2" % letters,
                                     "def f(x='%s'): return '%s', 1  # %s" % (letters, letters, letters), ""])
                raw = mark + text.encode(encoding)
                with self.subTest(encoding, mark=mark, newline=newline):
                    source = read_source(raw)
                    for node in ast.walk(source.tree):
                        if hasattr(node, "lineno") and not isinstance(node, ast.arg):
                            start, end = source.byte(source.start(node)), source.byte(source.end(node))
                            self.assertEqual(raw[start:end].decode(encoding), source.segment(node))
                    names = [source.segment(node) for node in ast.walk(source.tree) if isinstance(node, ast.FunctionDef)]
                    self.assertEqual(names, ["def f(x='%s'): return '%s', 1" % (letters, letters)])

    def test_text_with_a_lone_surrogate_is_refused(self):
        with self.assertRaises(Unreadable):
            source_from_text("x = '\ud800'")
