import textwrap
import unittest

from repository.text.bodies import Refused, replace, stub
from repository.text.scopes import find_definition
from repository.text.source import read_source
from repository.text.swap import REASONS, swap

FILE = textwrap.dedent('''
    """Module."""
    import re
    from typing import List

    LIMIT = 3


    def helper(x):
        return x


    @wrap
    def f(x, y=1):
        """Doc."""
        return helper(x) + y


    class A(Base):
        size = 1

        @staticmethod
        def m(x):
            """Doc."""
            return x

        @property
        def p(self):
            return 1

        @p.setter
        def p(self, value):
            self.v = value

        class B:
            def deep(self):
                return 1


    end = f(1)
    ''').lstrip()


def swapped(candidate, qualname="f", n=1, text=FILE):
    return replace(text.encode(), {"qualname": qualname, "n": n}, candidate)


def swap_in(text, candidate, qualname, path=""):
    source = read_source(text.encode())
    return swap(source, find_definition(source.tree, qualname), candidate, path)


def refusal(candidate, qualname="f", n=1, text=FILE):
    try:
        swapped(candidate, qualname, n, text)
    except Refused as refused:
        assert refused.reason in REASONS
        return refused.reason
    return None


class SwapTest(unittest.TestCase):
    def test_a_bare_function_takes_the_place_and_keeps_the_decorators(self):
        told = swapped("def f(x, y=1):\n    return x * y\n")
        self.assertEqual(told.raw.decode(), FILE.replace('    """Doc."""\n    return helper(x) + y', "    return x * y"))
        self.assertEqual((told.placed, told.dropped), ([], []))

    def test_decorators_of_the_candidate_replace_those_of_the_file(self):
        self.assertIn("\n\n\n@other\ndef f(x):\n    return 1\n\n\nclass A", swapped("@other\ndef f(x):\n    return 1").raw.decode())

    def test_a_method_is_found_alone_indented_or_in_its_class(self):
        wanted = FILE.replace('    def m(x):\n        """Doc."""\n        return x\n', "    def m(x):\n        return [\n            x]\n")
        for candidate in ("def m(x):\n    return [\n        x]\n", "    def m(x):\n        return [\n            x]\n",
                          "class A:\n\tdef m(x):\n\t    return [\n\t        x]\n",
                          "  class A(Base):\n    def m(x):\n        return [\n            x]"):
            with self.subTest(candidate):
                self.assertEqual(swapped(candidate, "A.m").raw.decode(), wanted)
        for candidate in ("class A:\n class B:\n  def deep(self):\n      return 2", "def deep(self):\n    return 2",
                          "class B:\n  def deep(self):\n      return 2"):
            self.assertEqual(swapped(candidate, "A.B.deep").raw.decode(),
                             FILE.replace("def deep(self):\n            return 1", "def deep(self):\n            return 2"))

    def test_strings_over_several_lines_keep_their_value(self):
        body = 'return """a\n  b\n    c""" + f"""{1}\n  {2}\n""" + "x\\\n  y"'
        for qualname in ("f", "A.m", "A.B.deep"):
            name = qualname.rpartition(".")[2]
            for indent in ("", "  ", "\t"):
                candidate = "if 1:\n%sdef %s(x):\n%s    z = [1,\n2]\n%s    %s\n" % (indent or " ", name, indent or " ", indent or " ", body)
                raw = swapped(candidate, qualname).raw.decode()
                self.assertIn(body, raw)

    def test_what_the_candidate_brings_along_is_placed_so_that_it_works(self):
        told = swapped(textwrap.dedent('''
            from __future__ import annotations
            import re, math
            from typing import Any, List as L
            from functools import *
            LIMIT = 3
            FACTOR = [
                2]
            def helper(x): "Not told."
            # own
            @lru_cache
            def own(x):
                return x  # end
            class A: pass
            def f(x, y=FACTOR):
                return own(x)
            print(f(1))
            if __name__ == "__main__":
                f(2)
            '''))
        text = told.raw.decode()
        self.assertIn("import math\nfrom typing import Any, List as L\nfrom functools import *\nFACTOR = [\n    2]\n@lru_cache\ndef own(x):\n"
                      "    return x  # end\n@wrap\ndef f(x, y=FACTOR):\n    return own(x)\n\n\nclass A(Base)", text)
        self.assertEqual(told.placed, ["math", "Any", "L", "*", "FACTOR", "own"])
        self.assertEqual([(item["names"], item["why"]) for item in told.dropped], [
            (["annotations"], "future-import"), (["helper"], "bound-already"), (["A"], "bound-already"), ([], "binds-nothing"),
            ([], "main-guard")])
        self.assertEqual(swapped("def f(): return 1\nf = None\ndef f(): return 2").dropped,
                         [{"names": ["f"], "why": "bound-twice"}] * 2)

    def test_what_the_candidate_means_otherwise_than_the_file_is_its_own(self):
        file = textwrap.dedent('''
            import importlib, os.path as place
            from datetime import datetime
            from os.path import join
            import xml.etree
            try:
                from json import dumps
            except ImportError:
                dumps = None
            email = None
            LIMIT = 3
            EPOCH = datetime(1970, 1, 1)
            count = 0
            def helper(x, limit=LIMIT): return x + limit
            def wrap(function): return function
            class Box:
                def neighbour(self): return helper(1), datetime.__name__, join("a", "b"), LIMIT, EPOCH, place.sep, count, email
                def f(self, x=1): raise NotImplementedError
            def g(x=1): raise NotImplementedError
            ''').lstrip()
        candidate = textwrap.dedent('''
            import datetime, importlib.util, os.path as place, xml.dom.minidom, email.message
            import collections.abc as join
            from json import dumps
            EPOCH = datetime.datetime(1971, 1, 1)
            LIMIT = 5
            count = 1
            def wrap(function):
                function.wrapped = LIMIT
                return function
            def helper(x, limit=LIMIT):
                global count
                count += 1
                return helper(x - 1) if x else (limit, datetime.date(2020, 1, 1).year, f"{LIMIT=}, {count}")
            def uses(LIMIT): return [LIMIT for LIMIT in (LIMIT,)] + [helper(0)]
            @wrap
            def NAME:
                """Doc."""
                import math as datetime
                yield datetime.pi > 3, x, helper(1), uses(2), join.Sized.__name__, dumps([]), EPOCH.year, place.sep
                yield importlib.util.__name__, xml.dom.minidom.__name__, xml.etree.__name__, email.message.__name__
            ''')
        plain = {"__name__": "file"}
        exec(compile(file, "file", "exec"), plain)
        for qualname, header in (("g", "g(x=LIMIT)"), ("Box.f", "f(self, x=LIMIT)")):
            with self.subTest(qualname):
                told = swap_in(file, candidate.replace("NAME", header), qualname)
                names = {"__name__": "file"}
                exec(compile(told.raw, "file", "exec"), names)
                function = names["g"] if qualname == "g" else names["Box"]().f
                self.assertEqual(list(function()), [
                    (True, 5, (5, 2020, "LIMIT=5, 3"), [2, (5, 2020, "LIMIT=5, 4")], "Sized", "[]", 1971, "/"),
                    ("importlib.util", "xml.dom.minidom", "xml.etree", "email.message")])
                self.assertEqual((function.wrapped, told.dropped), (5, []))
                self.assertEqual(names["Box"]().neighbour(), plain["Box"]().neighbour())

    def test_a_candidate_that_repeats_the_file_brings_nothing_of_its_own(self):
        file = "import re, sys\nWORD = re.compile('a')\ndel re\ntry:\n    import json\nexcept ImportError:\n    json = None\ndef f(): return 1\n"
        whole = file.replace("'a'", '"a"').replace("return 1", "return 2")
        self.assertEqual(swap_in(file, whole, "f").raw.decode(), file.replace("return 1", "return 2"))
        told = swap_in(file, "import re\nimport json\nWORD = 1\ndef f(): return re, json", "f")
        self.assertEqual(told.placed, ["_own_re", "_own_json", "_own_WORD"])

    def test_an_import_of_what_the_file_defines_from_its_own_project_is_the_files(self):
        for words in ("from . import helper", "from .tools import helper", "from pkg.tools import helper", "from pkg import helper"):
            told = swap_in(FILE, words + "\ndef f(x): return helper(x)", "f", "src/pkg/tools.py")
            self.assertEqual((told.placed, told.dropped), ([], [{"names": ["helper"], "why": "bound-already"}]))
        for words in ("from .other import helper", "from tools import helper", "from pkg.tools import m as helper"):
            told = swap_in(FILE, words + "\ndef f(x): return helper(x)", "f", "src/pkg/tools.py")
            self.assertEqual((told.placed, told.dropped), (["_own_helper"], []))

    def test_members_that_the_class_lacks_come_along(self):
        told = swapped('class A:\n  """Doc."""\n  size = 2\n  rate = 3\n  def m(self):\n    return self._own()\n'
                       '  @classmethod\n  def _own(cls):\n    return """a\n  b"""\n  def p(self): return 5\n', "A.m")
        self.assertEqual(told.placed, ["rate", "_own"])
        self.assertEqual([item["names"] for item in told.dropped], [["size"], ["p"]])
        self.assertIn('    def m(self):\n      return self._own()\n    rate = 3\n    @classmethod\n    def _own(cls):\n'
                      '      return """a\n  b"""\n\n    @property', told.raw.decode())

    def test_of_several_definitions_the_right_one_is_taken(self):
        whole = "class A:\n    @property\n    def p(self): return 7\n    @p.setter\n    def p(self, value): self.w = 8\n"
        self.assertIn("return 7", swapped(whole, "A.p", 1).raw.decode())
        self.assertIn("self.w = 8", swapped(whole, "A.p", 2).raw.decode())
        self.assertIn("self.w = 8\n\n    class B", swapped("@p.setter\ndef p(self, value): self.w = 8\ndef p(self): return 0", "A.p", 2).raw.decode())
        self.assertIn("return 2\n", swapped("def f(): return 1\ndef f(): return 2").raw.decode())

    def test_what_cannot_take_the_place_is_refused_with_its_reason(self):
        for candidate, qualname, reason in (
            ("", "f", "empty"), (" \n\t\n", "f", "empty"), ("# only words\n", "f", "empty"), ("def f(:", "f", "not-parsable"),
            ("\0", "f", "not-parsable"), ("'\ud800'", "f", "not-parsable"), ("Here is the code.", "f", "not-parsable"),
            ("def g(x): pass", "f", "no-definition"), ("f = lambda x: x", "f", "no-definition"), ("x = 1", "f", "no-definition"),
            ("class A:\n    def f(self): pass", "f", "no-definition"), ("class A:\n    def other(self): pass", "A.m", "method-missing"),
            ("class Z:\n    def m(self): pass", "A.m", "no-definition"), ("def f(x):\n    nonlocal q\n    return q", "f", "does-not-fit"),
            ("def f(x):\n    await x", "f", "does-not-fit"), ("def f():\n    return " + "[" * 300 + "]" * 300, "f", "too-deep"),
            ("def f():\n    return 1 #" + "x" * (1 << 19), "f", "too-large"), ("def f():\n    return x" + ".a" * 50000, "f", "too-deep"),
            ("def f(): pass\n    x = 1", "f", "not-parsable"), ("    def f(): pass\nx = 1", "f", "not-parsable"),
        ):
            with self.subTest(candidate[:60]):
                self.assertEqual(refusal(candidate, qualname), reason)
        latin = "# coding: latin-1\ndef f(): return 'é'\n"
        with self.assertRaises(Refused) as caught:
            replace(latin.encode("latin-1"), {"qualname": "f"}, "def f(): return '漢'")
        self.assertEqual(caught.exception.reason, "not-encodable")

    def test_the_original_put_into_the_stub_gives_the_file_back(self):
        for text in (FILE, FILE.replace("\n", "\r\n"), "\ufeff" + FILE, FILE.replace("    ", "\t"),
                     "class A:\n  def f(self): 'd'; return 1;  # c\n  # deeper?\n   # yes\n  x = 1",
                     "def f():\n    return 1\n    # tail"):
            for qualname in ("f", "A.m", "A.p", "A.f", "A.B.deep"):
                definition = {"qualname": qualname, "n": 1}
                try:
                    cut = stub(text.encode(), definition)
                except LookupError:
                    continue
                with self.subTest(text[:30], qualname=qualname):
                    self.assertEqual(replace(cut, definition, text).raw.decode(), text)
