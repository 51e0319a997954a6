"""What EvalPlus 0.3.1 keeps of texts was taken down from its own runs; the trial `sanitise` compares more of them."""
import ast
import random
import re
import sys
import time
import unittest
import warnings

from sanitisers.as_evalplus import STRING_REST, UNNESTED_REST, LineRanges, extracted, only_adds, sanitised


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
    *("", "  ", "\t", "\f", "x = 1", "x;", "; x", "pass", "...", "1 = x", "x: int", "x:", "return", "print 'a'"),
    *("del x", "prose, isn't it", "```", "### `é`", "it's", "don't (", "1. first", "\u00a0", "\x0b", "$", "?"),
    *("\ufeff", "ｅｌｓｅ:", "if x:", "if x: pass", "if x: y = (", "elif y: pass", "else:", "else: pass"),
    *("while 1: pass", "for x in y: f(", "match x:", "with a as b:", "try:", "try: x", "try: \\", "try", "except:"),
    *("except E: pass", "except* E: pass", "finally: pass", "async def g():", "async for x in y:", "def f():", "def"),
    *("@d", "@(", "@\\", "@d \\", "class A: pass", "class A:", "lambda: 0", "lambda:", "async", "async \\", "if"),
    *("if \\", "type X = int", "import a", "from a import (b,", "    pass", "    return 1", "    '''", "    # c"),
    *("    )", "    try:", "    try: x", "    except E:", "    finally:", "    else:", "    elif y:", "    @d"),
    *("    def g(self):", "    class B:", "    case 1:", "        pass", "      z", "        return (", "  # c"),
    *("\tx = 1", "\t    y = 2", "\fx = 1", "  \f y = 2", "\f\\", "c)", "b as", "x = {'a': 1}", "y = (", "a = [1,"),
    *("x[1:", "{1:", "[(", "(:", ")", "]", "):", "]:", "}", "])", "# it's (", "# '''", '# """)', "x = \\", "x + \\"),
    *("a, \\", "a, b \\", "*a, \\", "= 1 \\", "= 1", "a = b, \\", "\\", "  \\", "    \\", "\\ ", "\\\\", "if x: \\"),
    *("x = 1 # \\", "match a, \\", "'''", '"""', '"""a', 'b"""', "'a\\", "b'", '"', "'", "''''", "'''''", "'''''''"),
    *("'''a''' '''", "'\"\"\"' ''''", "f'{x}'", "f'{", "f\"{'a'}\"", "f'''{x", "}'''", "f'{x:{w}}'", "f'{{1}}'"),
    *("f'{x", "rf'\\{x}'", "f'{d['k']}'", "f'{x!r:>10}'", "f'\\", "}'", "a\rb", "\r", "x = 1\r", "if x:\r    y\r"),
    *("x \\\r\r", "\\\r", "x = \\\r", "\0", "x = '\ud800'", "# \ud800"),
]
#: Lines that have to do with each other.
THEMES = [
    ["try:", "    x", "    try:", "        y", "    except E: z", "    a b", "except E:", "finally: x", "else: y"],
    ["if x:", "    try: y", "    except: z", "    a b", "    x"],
    ["if x:", "        try: y", "\t\\", "except: z"],
    ["if x:", "    try:", "\ttry: y", "        \\", "    \\", "    except: z", "    x"],
    ["@d", "@(", "  d)", "async def f(): y", "async for x in y:", "def f(): pass", "class A:", "    x", "else: x"],
    ["class A:", "    @d", "    def g(self): pass", "    a b", "    x"],
    ["if x:", "elif y: z", "else:", "    x", "    if y:", "        z", "for x in y:", "while x: y", "    a b", ""],
    ["\\", "  \\", "    \\", "\t\\", "\f\\", " \f\\", "", "  ", "x", "\fx", "    x", "\tx", "if x:", "# c", "y \\"],
    ["x + \\", "x, \\", "y = \\", "= x", "1", "1 b", "match x, \\", "y:", "  case 1: x", "try: x", "except: y"],
    ["x = (", "y, [", "z", "])", ")", "if (", "):", "    x", "match[", "]:", "    case 1: x", "# (", "'('", "(]"],
    ["'''", '"""', "x = '''a", 'b""")', "# '''", 'y = ("""', "'a\\", "b'", "'a", "'\"\"\"' ''''", "if x: '''"],
    ["f'''{", "x}", "'''", "f'{x}'", "f\"{'a'}\"", "f'{\"a\"", "}'", "f'{x:", "f'a\\", "f'{'", "x = (f'", "'}')"],
    ["x\r", "if x:\r", "    y\r", "a\rb", "\r", "", "\\\r", "x \\\r", "x \\\r\r", "'a\\\r", "b'\r", "'''\r", "\rz"],
]
#: What lines are made of.
PIECES = [
    *("'", '"', "'''", '"""', "(", ")", "[", "]", "{", "}", "\\", "#", ":", "  ", "    ", "\t", "\f", "\r", "x"),
    *("y = ", "1", ",", "=", ";", "é", "`", "if ", "else", "try", "except", "finally", "def f()", "@", "class A"),
    *("return ", "async ", "for x in y", "match ", "case ", "f'", 'f"', "{x}", "rb'"),
]
CODE = """import os
@d(1)
def f(a, b=(1,
    2)):
    '''doc
    it"s'''
    try:
        x = [a
             for a in b]
    except E:
        pass
    else:
        return f"{a}" \\
            + 'b'
    finally: y = 1

class A(B):
    # c
    @p
    def g(self): return self

    async def h():
        async with a: await b
if x:
    pass
elif y: pass
else:
    while 1:
        match x:
            case [1]:
                break
            case _: pass""".split("\n")


def of_lines(chance):
    return [chance.choice(LINES) for _ in range(chance.randint(1, 14))]


def of_theme(chance):
    few = chance.sample(chance.choice(THEMES), 4)
    return [chance.choice(few) for _ in range(chance.randint(2, 12))]


def of_pieces(chance):
    return ["".join(chance.choices(PIECES, k=chance.randint(0, 6))) for _ in range(chance.randint(1, 12))]


def of_code(chance):
    """A part of a program, with some of its lines lost, indented less, broken by a piece, or behind another."""
    start = chance.randrange(len(CODE))
    lines = CODE[start : start + 14]
    for _ in range(chance.randint(0, 4)):
        place = chance.randrange(len(lines))
        line = lines[place]
        cut = chance.randint(0, len(line))
        broken = line[:cut] + chance.choice(PIECES) + line[cut:]
        lines[place : place + 1] = chance.choice([[], [line[4:]], [broken], [chance.choice(LINES), line]])
        lines = lines or [""]
    return lines


def parses(source):
    try:
        ast.parse(source)
    except (SyntaxError, ValueError, MemoryError):
        return False
    return True


def longest_of_all(lines):
    """As the tool looks for it: every range."""
    best, most = (0, 0), 0
    for first in range(len(lines)):
        for last in range(first + 1, len(lines)):
            count = sum(1 for line in lines[first : last + 1] if line.strip())
            if count > most and parses("\n".join(lines[first : last + 1])):
                best, most = (first, last), count
    return best


class Ranges(unittest.TestCase):
    def setUp(self):
        warnings.simplefilter("ignore")

    def test_the_one_found_is_the_one_that_trying_all_finds(self):
        for seed, make in enumerate([of_lines, of_theme, of_pieces, of_code]):
            chance = random.Random(seed)
            for _ in range(12_000 if make is of_theme else 1500):
                lines = make(chance)
                found = LineRanges(lines).longest() or (0, 0)
                if tuple(found[:2]) != longest_of_all(lines):
                    self.fail(f"{lines}: {found[:2]}, not {longest_of_all(lines)}")

    def test_where_a_range_could_end_but_for_a_try_it_could_before_and_behind(self):
        for tries in range(7):
            whole = ["    try:", "        x", "    except: y"] * tries
            lines = ["if x:", *whole, "    try:", "        x", "        a b"]
            found = LineRanges(lines).longest() or (0, 0)
            self.assertEqual(tuple(found[:2]), longest_of_all(lines))

    def test_what_parses_behind_a_line_that_only_adds_parses_without_it(self):
        chance = random.Random(7)
        words = (
            "a 1 's' (x) [x] {x} () , + - * ** ~ < == in is not and or if else lambda lambda: : = += := ; @ . yield "
            "await return match for async"
        ).split()
        tried = 0
        for _ in range(150_000):
            ending = chance.choice([",", "+", "=", "else", "not", "*"])
            line = " ".join([*chance.choices(words, k=chance.randint(1, 4)), ending, "\\"])
            block = chance.choice(["", "", "", "\nx", ":\n    x", ":\n    case 1: x"])
            following = " ".join(chance.choices(words, k=chance.randint(1, 5))) + block
            if only_adds(line, following) and parses(f"{line}\n{following}"):
                tried += 1
                self.assertTrue(parses(following), (line, following))
        self.assertGreater(tried, 300)

    def test_a_formatted_string_that_nests_none_ends_where_others_would(self):
        chance = random.Random(7)
        pieces = ["{", "}", "{{", "}}", "{x}", "'", '"', "\\", "\\N", "#", "a", ":", "'b'", '"b"', "''", '""', "("]
        tried = 0
        for _ in range(40_000):
            quotes = chance.choice(list(STRING_REST))
            rest = "".join(chance.choices(pieces, k=chance.randint(0, 9))) + quotes
            found = UNNESTED_REST[quotes].match(rest)
            if found is not None and parses(f"f{quotes}{found.group()}"):
                tried += 1
                self.assertEqual(found.end(), STRING_REST[quotes].match(rest).end(), quotes + rest)
        self.assertGreater(tried, 1000)


def nested(line, depth=90):
    return ["  " * (number % depth) + line for number in range(400)]


ENGLISH = "Here's what it does: the list is sorted (see above), and each word's letters are counted. Isn't it?".split()
PROGRAM = [
    line
    for number in range(40)
    for line in (
        *(f"def f{number}(a, b):", "    # comment, it's one", "    x = [i for i in range(a)]", "    if a > b:"),
        *("        return x[0]", "    for k in x:", "        print(k, 'it')", "    return None"),
        *("", f"y = f{number}(1, 2)"),
    )
]
#: 400 lines each.
SHAPES = {
    **{
        f"{line} alone": [line] * 400
        for line in (
            *("foo(", "foo(1,", "(((", "[({", "x = [", "x = {", '"""', "'''", "f'''{x"),
            *("foo(1, 2, 3, [4, 5], {6: 7},", "def f():", "if x:", "try:", "else:", "@d", "class A:", "    return 1"),
            *("x =", "#", "", "match x:", "a b", "x = 1 + \\", "\\", "x, \\", "foo(1)[2] + \\", "x = 'abc"),
            *('print("it', "f(a) b", "f() = 1", "\0", "x \\\r"),
        )
    },
    "brackets closed again": ["foo(1,"] * 200 + [")"] * 200,
    "brackets closed again, around what is none": ["foo(1, [2],"] * 199 + ["a b"] + [")"] * 200,
    "brackets closed before": [")"] * 200 + ["("] * 200,
    "a bracket that is not closed": ["x = ("] + ["1,"] * 399,
    "brackets of the wrong kind": ["x = (", "]"] * 200,
    "brackets that open blocks": ["match["] * 150 + ["1"] + ["]:"] * 150 + ["    case 1: pass"] * 98 + ["    a b"],
    "decorators of what breaks": ["@d"] * 200 + ["def f():"] + ["    x = 1"] * 198 + ["    a b"],
    "decorators of what has no end": ["@d"] * 200 + ["def f():"] + ["    if x:"] * 199,
    "a tuple joined to what is none": ["a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, \\"] * 399 + ["1 b"],
    "a sum joined to what is none": ["foo(1, 2, 3)[4] + {1: 2}['a'] + [x for x in y if z] + \\"] * 399 + ["1 = 2"],
    "targets joined to what is none": ["a, b, c, d, e, f, g, h, i, j, k, l = \\"] * 399 + ["1 b"],
    "strings that take turns": ["x = '''", 'y = """', "z = ''' \"\"\""] * 133 + ["'''"],
    "strings one behind another": [
        *["if '\"\"\"' ''''", "if \"'''\" \"\"\"\""] * 100,
        *["# ''' \"\"\":", *["    x = 1"] * 150, *["    a b"] * 49],
    ],
    "a string that is not closed": [*PROGRAM[:200], "'''", *PROGRAM[:199]],
    "blocks in blocks": nested("if x:"),
    "blocks in blocks that break": nested("if x:")[:399] + ["a b"],
    "functions in functions": nested("def f():"),
    "tries in tries": nested("try:")[:90] + [" " * 180 + "x"] * 310,
    "indented more and more": [" " * number + "x" for number in range(400)],
    "indented less and less": [" " * (400 - number) + "x" for number in range(400)],
    "indented now and then": ["x = 1", "   y = 2", "if x:", "    a = 1", "  b = 2"] * 80,
    "backslashes, indented more and more": [" " * number + "\\" for number in range(400)],
    "branches, the last of which breaks": ["if x: pass"] + ["elif y: pass"] * 398 + ["elif a b"],
    "English": [" ".join(ENGLISH[(number + word) % len(ENGLISH)] for word in range(9)) for number in range(400)],
    "a word each": [re.sub(r"\W", "", ENGLISH[number % len(ENGLISH)]) for number in range(400)],
    "backslashes behind which is nothing": ["x = 1 \\", ""] * 200,
    "lists": ["- item (one)", "* it's two", "1. first:", "### Heading", "```python", "x = 1", "```", ""] * 50,
    "code among English": [line for _ in range(50) for line in ("It's the (first) part:", *PROGRAM[:6], "Isn't it?")],
    "a program": PROGRAM,
    **{
        f"a program with {bad} for every {every}th line": [
            bad if number % every == every // 2 else line for number, line in enumerate(PROGRAM)
        ]
        for bad in ("a b", "foo(", "it's", '"""', "  )", "x = [", "else:", "    x y", "\\", "@d", "try:", "(1 +", "f'{")
        for every in (3, 10, 400)
    },
}


@unittest.skipIf(sys.version_info < (3, 10, 2), "a backslash alone has all that follows tried")
class Cost(unittest.TestCase):
    def test_no_400_lines_take_a_second(self):
        warnings.simplefilter("ignore")
        for name, lines in SHAPES.items():
            with self.subTest(name):
                self.assertEqual(len(lines), 400)
                begun = time.process_time()
                extracted("\n".join(lines))
                self.assertLess(time.process_time() - begun, 1)


if __name__ == "__main__":
    unittest.main()
