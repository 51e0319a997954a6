"""What EvalPlus 0.3.1 keeps of texts was taken down from its own runs; the trial `sanitise` compares more of them."""
import random
import unittest
import warnings

from sanitisers.as_evalplus import LineRanges, parsed, sanitised


def kept(text, entry="f"):
    return "\n".join(text[start:end] for start, end in sanitised(text, entry))


#: text, what is kept of it for the entry point f.
TOLD = {
    "what the entry point reaches": ("x = 1\ny = 2\ndef f(): return x\n", "x = 1\ndef f(): return x"),
    "by way of others": (
        "def h(): return 2\nz = h\ndef g():\n    return z\ndef f():\n    return g()",
        "def h(): return 2\nz = h\ndef g():\n    return z\ndef f():\n    return g()",
    ),
    "by the names of attributes, keywords and parameters": (
        "a = 1\nb = 2\nc = 3\ndef f(a): return d.b(c=1)\n", "a = 1\nb = 2\nc = 3\ndef f(a): return d.b(c=1)",
    ),
    "by names in an f-string": ("w = 3\ndef f(): return f'{1:{w}}'", "w = 3\ndef f(): return f'{1:{w}}'"),
    "imports first, however they stand": (
        "def f(): return 1\nimport a; from b import c # d\n", "import a\nfrom b import c\ndef f(): return 1",
    ),
    "nothing from the future, and none in a try": (
        "from __future__ import annotations\ntry:\n    import a\nexcept ImportError: pass\ndef f(): return 1",
        "def f(): return 1",
    ),
    "the first of two definitions": ("def f(): return 1\ndef f(): return 2", "def f(): return 1"),
    "no function without return": ("def f(): pass\ndef f(): return 2", "def f(): return 2"),
    "no decorated function, and so all of the text": ("@d\ndef f(): return 1", "@d\ndef f(): return 1"),
    "a return in an inner function": ("def f():\n    def g(): return 1", "def f():\n    def g(): return 1"),
    "several assignments of a line": ("a = 1; b = a; f = b", "a = 1\nb = a\nf = b"),
    "annotated ones": ("x: int = 3\nf: T = x\n", "x: int = 3\nf: T = x"),
    "assignments to places by the name they take": ("G = 2\nF[0] = G\nf = 1\nf.x = F", "f = 1"),
    "no tuple of names, no sum": ("a, b = 1, 2\na += 1\nf = a\n", "f = a"),
    "names in brackets as no names": ("(x) = y\ny = (z)\nf = y, x", "(x) = y\nf = y, x"),
    "comments in a definition's depth below it": (
        "def f():\n    return 1  # a\n\n    # b\n  # c\nx = 1", "def f():\n    return 1  # a\n\n    # b",
    ),
    "its semicolon, and no other's": ("def f():\n    return g;\ng = 1;", "def f():\n    return g;\ng = 1"),
    "carriage returns of comments": ("def f():\r\n    return 1\r\n    # c\r\nx = f", "def f():\r\n    return 1\r\n    # c"),
    "columns that are bytes": ("é = 'ü😀'; f = é\n", "é = 'ü😀'\nf = é"),
    "the longest part that parses": ("Sure, here's it:\n```python\nf = 1\ng = f\n```\nDone, isn't it", "f = 1"),
    "of parts alike the first": ("a b\nf = 1\ng = f\nc d\nf = 2\nh = f\n", "f = 1"),
    "the first line of what never parses": ("here is\nno program\n", "here is"),
    "no single line but the first": ("here is\nf = 1", "here is"),
    "a single line": ("f = 1 # c", "f = 1"),
    "what was cut in a string": ("def f():\n    return 1\ndef g():\n    '''never", "def f():\n    return 1"),
    "nothing of nothing": ("", ""),
}


class Kept(unittest.TestCase):
    def test_as_the_tool_told_it(self):
        for name, (text, expected) in TOLD.items():
            with self.subTest(name):
                self.assertEqual(kept(text), expected)

    def test_every_definition_where_no_entry_point_is_asked_for(self):
        text = "import a\nx, y = 1, 2\nG[0] = 1\ndef g(): return 1\nprint(g())\nh = 2\n"
        self.assertEqual(kept(text, None), "import a\nx, y = 1, 2\ndef g(): return 1\nh = 2")

    def test_texts_that_the_tool_itself_breaks_on(self):
        self.assertEqual(kept("a\0\nf = 1\ng = f"), "f = 1")
        self.assertEqual(kept("x = '\ud800'\nf = 1\ng = f"), "f = 1")
        deep = "f = " + "(" * 150 + ")" * 150
        self.assertEqual(kept(f"{deep}\n{deep}"), deep)


#: Of these lines texts are made in which much can begin, end, be left open and be closed again.
LINES = [
    "", "  ", "```", "x = 1", "prose, isn't it", "def f():", "    return 1", "    '''", "'''", "y = (", ")", "if x:", "else:",
    "  # c", "@d", "    pass", "a = [1,", "]", "try:", "x = \\", "### `é`", '"""a', 'b"""', "class A: pass", "for x in y: f(",
]


def longest_of_all(lines):
    """As the tool looks for it: every range."""
    best, most = (0, 0), 0
    for first in range(len(lines)):
        for last in range(first + 1, len(lines)):
            count = sum(1 for line in lines[first : last + 1] if line.strip())
            if count > most and parsed("\n".join(lines[first : last + 1]))[0] is not None:
                best, most = (first, last), count
    return best


class Ranges(unittest.TestCase):
    def test_the_one_found_is_the_one_that_trying_all_finds(self):
        warnings.simplefilter("ignore")
        chance = random.Random(7)
        for _ in range(400):
            lines = [chance.choice(LINES) for _ in range(chance.randint(1, 14))]
            with self.subTest(lines):
                found = LineRanges(lines).longest() or (0, 0)
                self.assertEqual(tuple(found[:2]), longest_of_all(lines))


if __name__ == "__main__":
    unittest.main()
