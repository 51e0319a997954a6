"""Mutants of a definition: which there are, where, and that each is a program."""
from __future__ import annotations

import ast
import textwrap
import unittest

from repository.mutate.edits import apply
from repository.mutate.mutants import mutants_of
from repository.mutate.spread import spread
from tests.repository.needed import slow

SOURCE = '''
import functools


class C:
    @functools.lru_cache(maxsize=3)
    def f(self, a: "x < 1" = 1, *, b=None) -> "x < 2":
        """Not 1 < 2."""
        total: "int < 3" = 0
        for x in a[1:]:
            if x < 3 and (a
                    or b):  # a < b
                continue
            try:
                total += self.g(x, a, key=f"{x} < {a}")
            except ValueError as error:
                raise KeyError("a" + "b") from error
            except KeyError:
                total = not (x)
        warnings.warn("this is " + "nothing")
        é = a[b:]
        return -total * (2) - é
'''


def mutants(source: str, name: str = "f", **options) -> list:
    node = next(node for node in ast.walk(ast.parse(source)) if getattr(node, "name", None) == name)
    first = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
    return mutants_of(source, first, node.end_lineno, **options)["mutants"]


def words_of(body: str, operator: str | None = None) -> list:
    source = "def f(a, b):\n" + textwrap.indent(body, "    ") + "\n"
    return [mutant["words"].split(": ", 1)[1] for mutant in mutants(source) if operator in (None, mutant["operator"])]


class MutantsTest(unittest.TestCase):
    def test_every_mutant_parses_where_it_stands_and_changes_what_it_says(self):
        found = mutants(SOURCE)
        self.assertGreater(len(found), 30)
        self.assertEqual(len({mutant["name"] for mutant in found}), len(found))
        lines = SOURCE.split("\n")
        for mutant in found:
            with self.subTest(mutant["words"]):
                changed = apply(SOURCE, mutant)
                ast.parse(changed)
                self.assertNotEqual(changed, SOURCE)
                if mutant["line"] == mutant["endLine"]:
                    line = lines[mutant["line"] - 1].encode()
                    self.assertEqual(line[mutant["column"]:mutant["endColumn"]].decode(), mutant["before"])
                if "definition" in mutant:
                    wanted = next(node for node in ast.walk(ast.parse(changed)) if getattr(node, "name", None) == "f")
                    self.assertEqual(ast.dump(ast.parse(mutant["definition"]).body[0]), ast.dump(wanted))
                else:
                    self.assertEqual(mutant["operator"], "default value")

    def test_docstring_annotations_decorators_and_comments_stay(self):
        for mutant in mutants(SOURCE, limit=1000):
            changed = apply(SOURCE, mutant)
            for kept in ("@functools.lru_cache(maxsize=3)", 'a: "x < 1"', '-> "x < 2"', '"""Not 1 < 2."""', '"a" + "b"', '"this is " + "nothing"'):
                if mutant["operator"] != "raise dropped" or kept != '"a" + "b"':
                    self.assertIn(kept, changed)
            self.assertTrue('"int < 3"' in changed or mutant["operator"] == "statement dropped")

    def test_each_operator(self):
        for body, operator, wanted in [
            ("return a < b", "comparison", ["`<` became `<=`", "`<` became `>=`"]),
            ("return a not  in b", "comparison", ["`not in` became `in`"]),
            ("return (a) is not (b)", "comparison", ["`is not` became `is`"]),
            ("return a # + \\\n" if False else "return (a  # +\n+ b)", "arithmetic", ["`+` became `-`"]),
            ("return 'x' % a + ''", "arithmetic", []),
            ("return a and b", "boolean", ["`a and b` became `(a or b)`"]),
            ("return a and b", "condition dropped", ["`a and b` became `a`", "`a and b` became `b`"]),
            ("return not a", "negation", ["`not` was left out"]),
            ("if a:\n    return 1", "negation", ["`a` became `(not a)`"]),
            ("if a < b:\n    return 1", "negation", []),
            ("return 3 if a else b", "constant", ["`3` became `4`", "`3` became `2`"]),
            ("return a < 3", "constant", ["`3` became `2`"]),
            ("g('x', '', None, True)", "constant", ["`'x'` became `\"\"`", "`''` became `\"mutated\"`", "`None` became `\"mutated\"`", "`True` became `False`"]),
            ("return a is None", "constant", []),
            ("return a[b:]", "slice", ["`b` became `b + 1`", "`-1` was written into the slice"]),
            ("return -a", "sign", ["`-` was left out"]),
            ("g(a, b)", "arguments swapped", ["`a, b` became `b, a`"]),
            ("max(a, b)\nisinstance(a, b)", "arguments swapped", []),
            ("g(a, key=b)", "keyword dropped", ["`key=b` was left out"]),
            ("g(key=b, *a)", "keyword dropped", ["`key=b,` was left out"]),
            ("return any(a)", "twin function", ["`any` became `all`"]),
            ("return a.split(b)", "twin function", []),
            ("return a", "returned value", []),
            ("return a", "return dropped", ["`return a` was left out"]),
            ("if a:\n    return a\nreturn b", "returned value", ["`a` became `None`", "`b` became `None`"]),
            ("if a:\n    return a\nreturn b", "return dropped", ["`return a` was left out"]),
            ("a.append(b)", "statement dropped", ["`a.append(b)` was left out"]),
            ("c = a\nreturn c", "statement dropped", []),
            ("a = b\nreturn a", "statement dropped", ["`a = b` was left out"]),
            ("a += b\nreturn a", "assignment", ["`+=` became `=`"]),
            ("a += b\nreturn a", "arithmetic", ["`+=` became `-=`"]),
            ("raise a", "raise dropped", ["`raise a` was left out"]),
            ("try:\n    a()\nexcept b:\n    g()", "except dropped", ["the exception was raised again instead of `g()`"]),
            ("for a in b:\n    if a:\n        break\n    g()", "loop control", ["`break` became `continue`"]),
            ("return [x for x in a if x]", "filter dropped", ["`x` became `True`"]),
            ("logger.info('x', 1)\nwarnings.warn('y')\nreturn a", None, ["`return a` was left out"]),
        ]:
            with self.subTest(body):
                self.assertEqual(sorted(words_of(body, operator)), sorted(wanted))

    def test_programs_that_are_the_same_are_dropped_and_counted(self):
        source = "def f(a):\n    b = 1\n    for x in a:\n        if x:\n            continue\n    return None\n"
        told = mutants_of(source, 1, 6)
        self.assertNotIn(2, [mutant["line"] for mutant in told["mutants"]])
        self.assertGreaterEqual(told["counts"]["equivalent"], 4)
        row = told["byOperator"]["constant"]
        self.assertEqual(row["tried"], row["equivalent"] + row["duplicate"] + row["invalid"] + row["kept"])

    def test_the_same_text_has_the_same_mutants_and_a_limit_spreads_them(self):
        source = "def f(a):\n" + "".join(f"    a = a + {n} if a < {n} else a * {n}\n" for n in range(3, 60)) + "    return a\n"
        few = mutants(source, limit=20)
        self.assertEqual(few, mutants(source, limit=20))
        self.assertEqual(len(few), 20)
        self.assertGreater(max(mutant["line"] for mutant in few) - min(mutant["line"] for mutant in few), 40)
        self.assertGreaterEqual(len({mutant["operator"] for mutant in few}), 5)

    def test_lines_that_no_case_ran_are_told(self):
        source = "def f(a):\n    if a:\n        return g(\n            a < 2)\n    return 2\n"
        covered = {mutant["line"]: mutant["covered"] for mutant in mutants(source, covered={2, 5})}
        self.assertEqual(covered, {2: True, 3: False, 4: False, 5: True})

    def test_what_may_never_end_comes_last(self):
        found = mutants("def f(a):\n    while a > 3:\n        a -= 1\n    return a + 1\n")
        self.assertEqual([mutant["line"] for mutant in found], sorted((mutant["line"] for mutant in found), key=lambda line: line != 4))

    def test_a_definition_with_names_of_the_function_around_it(self):
        source = "def g():\n    n = 0\n    def f(a):\n        nonlocal n\n        n += a\n        return n\n    return f\n"
        self.assertIn("line 5: `+=` became `-=`", [mutant["words"] for mutant in mutants(source)])

    def test_line_ends_of_the_file_are_kept(self):
        source = "x = 1\r\n\r\ndef f(a):\r\n    return a + 1\r\n"
        for mutant in mutants(source):
            self.assertEqual(apply(source, mutant).count("\r\n"), 4)

    @slow
    def test_hostile_definitions_end_soon(self):
        for source in ("def f():\n" + "    g(1)\n" * 3_000, "def f():\n    return " + "(" * 90 + "1" + ")" * 90 + "\n",
                       "def f():\n    return " + " + ".join(["a"] * 300) + "\n", "def f():\n    return [" + "1, " * 3_000 + "]\n"):
            found = mutants(source)
            self.assertLessEqual(len(found), 60)
        with self.assertRaises(ValueError):
            mutants_of("x = 1\n", 1, 1)


class SpreadTest(unittest.TestCase):
    def test_operators_take_turns_and_lines_too(self):
        candidates = [("a", 1), ("a", 2), ("a", 3), ("a", 4), ("b", 1)]
        self.assertEqual(spread(candidates, 2, lambda one: True), [("a", 1), ("b", 1)])
        self.assertEqual(spread(candidates, 3, lambda one: True), [("a", 1), ("a", 3), ("b", 1)])
        self.assertEqual(spread(candidates, 9, lambda one: one[0] == "a"), candidates[:4])
        self.assertEqual(spread([], 9, lambda one: True), [])


if __name__ == "__main__":
    unittest.main()
