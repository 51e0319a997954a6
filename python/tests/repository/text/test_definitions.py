import ast
import pathlib
import textwrap
import unittest

from repository.text.definitions import code_lines, definitions
from repository.text.source import read_source
from tests.repository.needed import REAL, SYNTHETIC, with_real, with_synthetic


def told(text):
    source = read_source(textwrap.dedent(text).encode())
    return {record["id"].partition("::")[2]: record for record, _ in definitions(source, "m.py")}


class DefinitionsTest(unittest.TestCase):
    def test_every_form_is_found_with_its_kind_and_tags(self):
        rows = told('''
            import functools
            from typing import overload
            async def later(): return 1
            async def ticks(): yield 1
            def count(): yield 1
            def outer():
                def inner():
                    yield 1
                return inner
            try:
                def conditional(): pass
            except E:
                def conditional(): raise NotImplementedError("later")
            else:
                def in_else(): return 1
            with x:
                def in_with(): return 1
            for i in y:
                def in_for(): return 1
            while y:
                def in_while(): return 1
            @overload
            def twice(x: int): ...
            def twice(x): return x + x
            class Outer(Base, metaclass=M):
                def __new__(cls): return 1
                @staticmethod
                def static(x): return x
                @classmethod
                def made(cls): return cls()
                @property
                def half(self): return 1
                @half.setter
                def half(self, value): self.value = value
                if x:
                    @functools.cached_property
                    def cached(self): return 1
                class Inner:
                    def deep(self):
                        class Local:
                            def low(self): return 1
            if __name__ == "__main__":
                def guarded(): return 1
            ''')
        self.assertEqual({key: (row["kind"], row["tags"]) for key, row in rows.items()}, {
            "later#1": ("function", ["async"]), "ticks#1": ("function", ["async-generator"]), "count#1": ("function", ["generator"]),
            "outer#1": ("function", []), "outer.<locals>.inner#1": ("function", ["generator", "nested-function"]),
            "conditional#1": ("function", ["conditional", "stub"]), "conditional#2": ("function", ["conditional", "stub"]),
            "in_else#1": ("function", ["conditional"]), "in_with#1": ("function", ["conditional"]),
            "in_for#1": ("function", ["conditional"]), "in_while#1": ("function", ["conditional"]),
            "twice#1": ("function", ["overload", "stub"]), "twice#2": ("function", []),
            "Outer.__new__#1": ("static-method", []), "Outer.static#1": ("static-method", []), "Outer.made#1": ("class-method", []),
            "Outer.half#1": ("method", ["property"]), "Outer.half#2": ("method", ["property-setter"]),
            "Outer.cached#1": ("method", ["conditional", "property"]), "Outer.Inner.deep#1": ("method", ["nested-class"]),
            "Outer.Inner.deep.<locals>.Local.low#1": ("method", ["nested-function"]),
            "guarded#1": ("function", ["conditional", "main-guard"]),
        })
        self.assertEqual((rows["Outer.static#1"]["className"], rows["Outer.Inner.deep#1"]["className"]), ("Outer", "Outer.Inner"))
        self.assertEqual(rows["Outer.static#1"]["bases"], ["Base"])

    @unittest.skipUnless(hasattr(ast, "Match"), "this Python has no match")
    def test_a_definition_in_a_match_is_found(self):
        rows = told("match x:\n    case 1:\n        def f(): return 1\n    case {'a': 1, **rest}:\n        def f(): return 2\n")
        self.assertEqual(list(rows), ["f#1", "f#2"])

    def test_spans_are_bytes_of_the_file(self):
        text = '# é\n@wrap(\n    "é"\n)\ndef f(x="é"):\n    """Döc."""\n    y = "é"; return y  # é\n'
        raw = text.encode()
        row = next(definitions(read_source(raw), "m.py"))[0]
        cut = {key: raw[row[key]["start"]:row[key]["end"]].decode() for key in ("span", "bodySpan")}
        self.assertTrue(cut["span"].startswith("@wrap(") and cut["span"].endswith("return y"))
        self.assertEqual(cut["bodySpan"], 'y = "é"; return y')
        self.assertEqual((row["lines"], row["definitionLine"]), ({"first": 2, "last": 7}, 5))

    def test_a_decorator_in_brackets_with_misleading_lines_starts_at_its_sign(self):
        raw = b"x = 1\n@(  # @ here\n    # @ and here\n    a.b\n    @ c\n)\ndef f(): pass\n"
        row = next(definitions(read_source(raw), "m.py"))[0]
        self.assertTrue(raw[row["span"]["start"]:].startswith(b"@(  # @ here"))

    def test_the_signature_is_told_in_full(self):
        row = told('def f(a, b: "int"=1, /, c=(1,\n  2), *d: T, e, g=lambda: 1, **h) -> Dict[str, int]: return a')["f#1"]
        self.assertEqual([(item["name"], item["kind"], item["annotation"], item["default"]) for item in row["signature"]["parameters"]], [
            ("a", "positional-only", None, None), ("b", "positional-only", '"int"', "1"), ("c", "positional", None, "(1, 2)"),
            ("d", "var-positional", "T", None), ("e", "keyword-only", None, None), ("g", "keyword-only", None, "lambda: 1"),
            ("h", "var-keyword", None, None)])
        self.assertEqual(row["signature"]["returns"], "Dict[str, int]")
        self.assertTrue(row["signature"]["text"].endswith("-> Dict[str, int]"))

    def test_the_facts_that_the_filters_ask_for(self):
        row = told('''
            class A:
                def f(self, x):
                    """Test the TODO: see https://x.y, don't pre-test a/http."""
                    self.y = Plot.kind("main", 'A long one', b"raw", 3, None)
                    return 1
                    if x:
                        return
                    def inner(): return 5
            ''')["A.f#1"]["facts"]
        self.assertEqual({key: row[key] for key in ("statements", "directReturns", "constantReturns", "bareReturns", "returns",
                                                    "secondStatementUsesSelf", "thirdIsReturn", "codeLines", "callees")},
                         {"statements": 5, "directReturns": 1, "constantReturns": 1, "bareReturns": 0, "returns": 2,
                          "secondStatementUsesSelf": True, "thirdIsReturn": True, "codeLines": 7, "callees": ["Plot.kind"]})
        words = set(row["docstringTokens"])
        self.assertTrue({"test", "todo", "https"} <= words and not {"http", "pre"} & words)
        self.assertTrue({"plot", "kind", "main", "a long one", "3", "none", "inner", "self", "b'raw'"} <= set(row["bodyTokens"]))

    def test_code_lines_are_those_of_the_one_usual_layout(self):
        for text, count in (("def f(): return 1", 2), ("@a\n@b\ndef f():\n  '''d'''\n  x = [1,\n  2]; y = 1\n", 5),
                            ("def f():\n  if a: x\n  elif b: y\n  else: z\n", 7),
                            ("def f():\n  try: a\n  except E: b\n  except F: b\n  else: c\n  finally: d", 11),
                            ("def f():\n  for a in b: c\n  else: d\n", 5), ("def f():\n  class A:\n    def g(self): pass", 4)):
            self.assertEqual(code_lines(ast.parse(text).body[0]), count, text)

    def test_effects_are_hinted_at_by_what_the_names_were_imported_as(self):
        rows = told('''
            import os.path, os, random as r
            from time import time as now
            from datetime import datetime
            CACHE = {}; COUNT = 0
            def fs(p): return open(p)
            def pure(p): return os.path.join(p, os.sep)
            def listed(p): return os.listdir(p)
            def env(): return os.environ["A"]
            def clock(): return now(), datetime.now()
            def rolled(): return r.random()
            def written(k): CACHE[k] = 1
            def called(k): CACHE.update(k)
            def counted():
                global COUNT
                COUNT += 1
            def local(CACHE, input): CACHE["a"] = input(); return CACHE
            def asked(): return input()
            def ran():
                import subprocess
                return subprocess.run([])
            def net():
                from urllib.request import urlopen
                return urlopen("x")
            ''')
        self.assertEqual({key[:-2]: row["facts"]["effects"] for key, row in rows.items()}, {
            "fs": ["fs"], "pure": [], "listed": ["fs"], "env": ["env"], "clock": ["clock"], "rolled": ["random"],
            "written": ["global-write"], "called": ["global-write"], "counted": ["global-write"], "local": [], "asked": ["input"],
            "ran": ["subprocess"], "net": ["net"]})

    def test_near_duplicates_share_a_shape_and_others_do_not(self):
        rows = told('''
            def a(x, y=1):
                """One."""
                total = x + y
                return helper(total)
            @wrap
            def b(left: int, right=1) -> int:
                """Another."""
                # a comment
                result = left + right
                return helper(result)
            def c(x, y=1):
                total = x - y
                return helper(total)
            def d(x, y=1):
                total = x + y
                return other(total)
            ''')
        shapes = [rows[key]["astHash"] for key in ("a#1", "b#1", "c#1", "d#1")]
        self.assertEqual((shapes[0] == shapes[1], len(set(shapes))), (True, 3))

    def test_strings_that_are_not_well_formed_are_told_as_text(self):
        row = told('def f(x):\n    "\\ud800"\n    return "\\udfff", 0x%s\n' % ("f" * 9000))["f#1"]
        self.assertEqual(row["docstring"], "\\ud800")
        row["facts"]["bodyTokens"][0].encode()

    @with_synthetic
    def test_the_synthetic_kinds_are_all_found(self):
        path = pathlib.Path(SYNTHETIC, "kinds", "kinds", "__init__.py")
        rows = {record["qualname"] + "#%d" % record["n"]: record for record, _ in definitions(read_source(path.read_bytes()), "k.py")}
        self.assertEqual(len(rows), 24)
        self.assertEqual(rows["twice#3"]["tags"], [])
        self.assertEqual(rows["Outer.Inner.deep#1"]["className"], "Outer.Inner")

    @with_real
    def test_definitions_agree_with_a_plain_count_of_the_tree(self):
        for path in sorted(pathlib.Path(REAL).glob("*/[a-z]*/*.py"))[::9]:
            source = read_source(path.read_bytes())
            nodes = [node for node in ast.walk(source.tree) if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))]
            found = [record for record, _ in definitions(source, "m.py")]
            self.assertEqual(sorted(node.lineno for node in nodes), sorted(record["definitionLine"] for record in found), path)
            self.assertEqual(len({record["id"] for record in found}), len(nodes))
            for record in found:
                text = source.raw[record["span"]["start"]:record["span"]["end"]].decode()
                self.assertTrue(text.startswith(("@", "def ", "async ")), text[:50])
