import ast
import unittest

from repository.text.bodies import NoSuchDefinition, check_stub, documented, located, stub
from repository.text.scopes import walk_definitions
from repository.text.source import read_source

STUB = "raise NotImplementedError"


def cut(text, qualname="f", n=1):
    return stub(text.encode(), {"qualname": qualname, "n": n}).decode()


class DocumentedTest(unittest.TestCase):
    def test_a_stub_has_the_docstring_that_it_is_given(self):
        source = read_source(b"class A:\n    @property\n    def f(self) -> 'a:b':  # why\n        'old'\n        return 1\n")
        found = located(source, {"qualname": "A.f", "n": 1})
        for told in ("One line.", 'Says "so".', 'Ends with "so"', "Has '''three''' and \"\"\"three\"\"\".", "A \\n and \\\\ too.\n\nArgs:\n    x: y\n"):
            with self.subTest(told):
                made = documented(source, found, told)
                self.assertTrue(made.startswith("    @property\n    def f(self) -> 'a:b':\n        \"\"\""))
                self.assertTrue(made.endswith("\n        %s\n" % STUB))
                tree = ast.parse("class A:\n" + made)
                self.assertEqual(ast.get_docstring(tree.body[0].body[0]).split(), told.split())

    def test_a_docstring_that_is_none_is_refused(self):
        source = read_source(b"def f():\n    return 1\n")
        for told in ("", "zero \0 byte"):
            with self.assertRaises(ValueError):
                documented(source, located(source, {"qualname": "f", "n": 1}), told)


class StubTest(unittest.TestCase):
    def test_the_body_goes_and_the_rest_stays(self):
        for before, after in (
            ("def f(): return 1\n", "def f(): %s\n"),
            ("def f(): return 1;  # kept\n", "def f(): %s  # kept\n"),
            ("def f(): 'doc'; x = 1; return x", "def f(): 'doc'; %s"),
            ("def f():\n    return 1", "def f():\n    %s"),
            ("def f():\n    'doc'\n", "def f():\n    'doc'\n    %s\n"),
            ("def f():\n    'doc'; x = 1\n    return x\n\n\ny = 1\n", "def f():\n    'doc'\n    %s\n\n\ny = 1\n"),
            ("def f(x):  # type: (int) -> int\n    # how\n\n    return x  # so\n    # more\n\n    # and more\n# outside\n",
             "def f(x):  # type: (int) -> int\n    %s\n# outside\n"),
            ("def f(x):\n    # before\n    '''doc'''  # gone\n    # gone\n    return x\n", "def f(x):\n    # before\n    '''doc'''\n    %s\n"),
            ("if 1:\n\tdef f(x):\n\t\treturn x\n\t# outside\n\tz = 1\n", "if 1:\n\tdef f(x):\n\t\t%s\n\t# outside\n\tz = 1\n"),
            ("def f(x):\r\n    return x\r\ny = 1\r\n", "def f(x):\r\n    %s\r\ny = 1\r\n"),
            ("def f(x):\r    return x\ry = 1\r", "def f(x):\r    %s\ry = 1\r"),
            ("def f(x={'a': lambda: 1}, *, y: 'a:b' = d[1:2]) -> 'X:Y' : \\\n  return x\n",
             "def f(x={'a': lambda: 1}, *, y: 'a:b' = d[1:2]) -> 'X:Y' : \\\n  %s\n"),
            ("def f(\n    x,  # one: two\n):  # three:\n    @g\n    def h(): pass\n    return h\n",
             "def f(\n    x,  # one: two\n):  # three:\n    %s\n"),
            ("async def f(x):\n    ('doc'\n     'more')\n    await x\n", "async def f(x):\n    ('doc'\n     'more')\n    %s\n"),
            ("def f():\n    '''é'''\n    return 'é'\nx = 'é'\n", "def f():\n    '''é'''\n    %s\nx = 'é'\n"),
            ("def f():\n    return f'''\n{1}\n'''\n    \n\n", "def f():\n    %s\n    \n\n"),
            ("def f():\n  x = 1\n\f\n  return x\n", "def f():\n  %s\n"),
        ):
            with self.subTest(before):
                self.assertEqual(cut(before), after % STUB)
                self.assertEqual(cut("\ufeff" + before), "\ufeff" + after % STUB)
                ast.parse(after % STUB)

    def test_the_right_one_of_several_is_cut(self):
        text = "class A:\n    x = 1\n    @p\n    def f(self): return 1\n    @f.setter\n    def f(self, v): self.v = v\n"
        self.assertEqual(cut(text, "A.f", 2), text.replace("self.v = v", STUB))
        self.assertEqual(cut("def f():\n    def g():\n        return 1\n    return g\n", "f.<locals>.g"),
                         "def f():\n    def g():\n        %s\n    return g\n" % STUB)
        with self.assertRaises(NoSuchDefinition):
            cut(text, "A.f", 3)

    def test_files_in_other_encodings_keep_their_bytes(self):
        raw = "# coding: latin-1\nx = 'é'\ndef f(y='é'):\n    'dé'\n    return 'é'\nz = 'é'\n".encode("latin-1")
        self.assertEqual(stub(raw, {"qualname": "f", "n": 1}), raw.replace(b"return '\xe9'", STUB.encode()))

    def test_a_stub_is_measured_and_a_forged_one_is_seen(self):
        raw = b"def f(a, b):\n    '''Doc.'''\n    return [a + b, a * b, a - b, a / b]\ny = 1\n"
        told = check_stub(raw, stub(raw, {"qualname": "f"}), {"qualname": "f"})
        self.assertEqual((told["parses"], told["headerKept"], told["docstringKept"], told["neighboursKept"]),
                         (True, True, True, True))
        for forged, key in ((raw.replace(b"y = 1", b"y = 2"), "neighboursKept"), (raw.replace(b"(a, b)", b"(a, c)"), "headerKept"),
                            (raw.replace(b"Doc", b"Dog"), "docstringKept"), (b"def f(:", "parses")):
            self.assertFalse(check_stub(raw, forged, {"qualname": "f"})[key])

    def test_every_definition_of_a_dense_file_can_be_cut(self):
        text = ("class A: x=1\nclass B(A):\n\tdef a(self): return 1;\n\tdef b(self, *, k=lambda: {1: 2}): 'd'; return k\n"
                "\tclass C:\n\t\t@p\n\n\t\t# c\n\t\tasync def d(self):\n\t\t\tasync for i in x: yield i\n\t\t\t# t\n\t\te = 1\n"
                "if 1:\n  def g(): return 1\nelse:\n  def g(): return 2\n")
        raw = text.encode()
        for found in walk_definitions(read_source(raw).tree):
            definition = {"qualname": found.qualname, "n": found.number}
            told = check_stub(raw, stub(raw, definition), definition)
            self.assertTrue(told["parses"] and told["headerKept"] and told["docstringKept"] and told["neighboursKept"], definition)
