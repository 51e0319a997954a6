"""Mutants: exchanged in place where that is exact, and the same records as from a fresh process; otherwise fresh, with the reason."""
from __future__ import annotations

import ast
import unittest
from unittest import mock

from repository.run import answers
from tests.repository.needed import slow
from tests.repository.run.running import Project, compared, prepared, run

FILES = {"shop/__init__.py": "", "shop/prices.py": '''
import functools, contextlib
HANDLERS = {}
def register(f):
    HANDLERS[f.__name__] = f
    return f
def loud(f):
    def around(*args):
        return [f(*args)]
    return around

@register
def plain(x, y=2):
    """Sum."""
    total = x + y
    return total

@functools.lru_cache(maxsize=None)
def cached(n):
    return n if n < 2 else cached(n - 1) + cached(n - 2)

@loud
def hidden(x):
    return x * 2

@contextlib.contextmanager
def block(x):
    yield x + 1

def outer(n):
    k = 3
    def inner(x):
        return x * n + k
    return inner

class Base:
    def area(self, f): return 10 * f
class Shape(Base):
    __slots__ = ("__side",)
    def __init__(self, side): self.__side = side
    def area(self, f):
        return super().area(f) + self.__side
    @staticmethod
    def static(x):
        return x - 1
    @classmethod
    def make(cls, x):
        return cls(x + 1)
    @property
    def side(self):
        return self.__side + 1

def table(x):
    return x % 7
TABLE = [table(i) for i in range(3)]
'''}
#: qualname -> harness, old text, new text
CHANGES = {
    "plain": ("from shop.prices import HANDLERS\ndef case_0(): fut(1)\ndef case_1(): observe(HANDLERS['plain'](5))", "x + y", "x - y"),
    "cached": ("def case_0(): fut(9)", "n - 1) + ", "n - 1) - "),
    "hidden": ("def case_0(): fut(4)", "x * 2", "x * 3"),
    "block": ("def case_0():\n    with fut(1) as x: observe(x)", "x + 1", "x + 2"),
    "outer": ("def case_0(): fut(2)(5)", "k = 3", "k = 4"),
    "outer.<locals>.inner": ("from shop.prices import outer\ndef case_0(): observe(outer(2)(5))", "x * n + k", "x * x"),
    "Shape.area": ("def case_0(): Shape(2).area(3)", "+ self.__side", "- self.__side"),
    "Shape.static": ("def case_0(): Shape.static(3)", "x - 1", "x + 1"),
    "Shape.make": ("def case_0(): observe(Shape.make(3).side)", "x + 1", "x"),
    "Shape.side": ("def case_0(): observe(Shape(3).side)", "self.__side + 1", "2"),
}


def definition(text: str, qualname: str) -> str:
    node = ast.parse(text)
    for part in qualname.replace(".<locals>", "").split("."):
        node = next(one for one in node.body if getattr(one, "name", None) == part)
    return ast.unparse(node)


def changed(qualname: str) -> tuple:
    """(harness, definition of the mutant, whole text with it)."""
    source, old, new = CHANGES[qualname]
    text = FILES["shop/prices.py"]
    node = ast.parse(text)
    for part in qualname.replace(".<locals>", "").split("."):
        node = next(one for one in node.body if getattr(one, "name", None) == part)
    lines = text.splitlines(True)
    part = "".join(lines[node.lineno - 1:node.end_lineno])
    assert old in part, (qualname, part)
    whole = "".join(lines[:node.lineno - 1]) + part.replace(old, new) + "".join(lines[node.end_lineno:])
    return source, definition(whole, qualname), whole


@slow
class VariantsTest(unittest.TestCase):
    def test_exchanged_code_tells_what_a_fresh_process_tells_and_differs_from_the_reference(self):
        with Project(FILES) as project:
            for qualname in CHANGES:
                with self.subTest(qualname):
                    source, text, whole = changed(qualname)
                    harness = prepared("shop.prices", qualname, source, "shop/prices.py")["prepared"]
                    same_text = definition(FILES["shop/prices.py"], qualname)
                    reference, _ = run(project, harness)
                    records, final = run(project, harness, variants=[
                        {"name": "same", "definition": same_text}, {"name": "mutant", "definition": text}, {"name": "fresh", "overlay": {"shop.prices": whole}}])
                    self.assertEqual([one["how"] for one in final["variants"]], ["exchanged", "exchanged", "fresh"], final)
                    told = {(one["variant"], one["case"]): {k: v for k, v in one.items() if k != "variant"} for one in records}
                    for name, record in reference.items():
                        self.assertEqual(compared(record), compared(told["same", name]))
                        self.assertEqual(compared(told["mutant", name]), compared(told["fresh", name]))
                        self.assertNotEqual(compared(record), compared(told["mutant", name]))

    def test_exchanged_code_is_compiled_with_the_future_imports_of_its_module(self):
        text = "from __future__ import annotations\ndef plain(x):\n    def more(y: Later) -> Later: return y + 1\n    return more(x)\n"
        with Project({"late.py": text}) as project:
            harness = prepared("late", "plain", "def case_0(): fut(4)", "late.py")["prepared"]
            reference, _ = run(project, harness)
            records, final = run(project, harness, variants=[{"name": "same", "definition": definition(text, "plain")}])
            self.assertEqual([one["how"] for one in final["variants"]], ["exchanged"])
            self.assertEqual([compared({k: v for k, v in one.items() if k != "variant"}) for one in records], [compared(reference["case_0"])])

    def test_where_it_is_not_exact_the_reason_is_told_and_a_fresh_process_runs(self):
        with Project(FILES) as project:
            whole = FILES["shop/prices.py"].replace("x % 7", "x % 2")
            harness = prepared("shop.prices", "table", "def case_0(): fut(9)", "shop/prices.py")["prepared"]
            records, final = run(project, harness, variants=[
                {"name": "ran", "definition": "def table(x):\n    return x % 2", "overlay": {"shop.prices": whole}},
                {"name": "none", "definition": "def table(x):\n    return x % 2"}])
            self.assertTrue(final["import"]["targetRanAtImport"])
            self.assertEqual([(one["how"], one["why"]) for one in final["variants"]],
                             [("fresh", "the target ran while the project was imported"), ("not-run", "the target ran while the project was imported")])
            self.assertEqual(records[0]["calls"][0]["outcome"], {"value": 1})
            harness = prepared("shop.prices", "plain", "def case_0(): fut(9)", "shop/prices.py")["prepared"]
            wrong = ["def plain(x, y=3):\n    return x", "def plain(x, y=2):\n    return x", "x = 1", "def plain(x, y=2:", "@register\ndef plain(x, y=2):\n    yield x"]
            _, final = run(project, harness, variants=[{"name": text, "definition": text} for text in wrong])
            self.assertEqual({one["how"] for one in final["variants"]}, {"not-run"})

    def test_a_variant_ends_at_its_first_difference_and_one_that_hangs_or_kills_ends_alone(self):
        with Project(FILES) as project:
            harness = prepared("shop.prices", "plain", "".join(f"def case_{n}(): fut({n})\n" for n in range(5)), "shop/prices.py")["prepared"]
            reference, _ = run(project, harness)
            bodies = {"same": "return x + y", "third": "return x + y if x < 2 else 0", "hangs": "while True: pass",
                      "kills": "import os\n    os.kill(os.getppid(), 9)", "again": "return x + y"}
            variants = [{"name": name, "definition": f"@register\ndef plain(x, y=2):\n    {body}"} for name, body in bodies.items()]
            records, final = run(project, harness, variants=variants, stopAtFirstDifference=reference, limits={"wallSeconds": 1})
            self.assertEqual([(one["ran"], one["differed"]) for one in final["variants"]],
                             [(5, []), (3, ["case_2"]), (1, ["case_0"]), (1, ["case_0"]), (5, [])])

    def test_a_variant_goes_on_as_far_as_is_asked_from_the_case_after_the_one_named(self):
        with Project(FILES) as project:
            harness = prepared("shop.prices", "plain", "".join(f"def case_{n}(): fut({n})\n" for n in range(5)), "shop/prices.py")["prepared"]
            reference, _ = run(project, harness)
            definition = "@register\ndef plain(x, y=2):\n    return x + y if x < 1 else 0"
            variants = [{"name": "whole", "definition": definition}, {"name": "rest", "definition": definition, "after": "case_2"}]
            records, final = run(project, harness, variants=variants, stopAtFirstDifference=reference, goOn=2)
            self.assertEqual([(one["ran"], one["differed"], one.get("open")) for one in final["variants"]],
                             [(4, ["case_1", "case_2", "case_3"], True), (2, ["case_3", "case_4"], None)])
            self.assertEqual([one["case"] for one in records if not one.get("differs")], ["case_0"])
            with mock.patch.object(answers, "MOST_DIFFERING_BYTES", 1):
                _, final = run(project, harness, variants=variants, stopAtFirstDifference=reference, goOn=2)
            self.assertEqual([one["differed"] for one in final["variants"]], [["case_1"], ["case_3"]])


class EndlessImportTest(unittest.TestCase):
    def test_a_variant_that_makes_the_import_endless_costs_as_long_as_a_case_may_take(self):
        text = "def step(n):\n    return n + 1\nn = 0\nwhile n < 3:\n    n = step(n)\n"
        with Project({"steps.py": text}) as project:
            harness = prepared("steps", "step", "def case_0(): fut(1)", "steps.py")["prepared"]
            records, final = run(project, harness, limits={"cpuSeconds": 1, "importSeconds": 25}, variants=[
                {"name": "endless", "overlay": {"steps": text.replace("n + 1", "n")}}, {"name": "other", "overlay": {"steps": text.replace("n + 1", "n + 2")}}])
        endless, other = final["variants"]
        self.assertEqual((endless["import"]["kind"], other["ran"], [one["variant"] for one in records]), ("timed-out", 1, ["other"]))
        self.assertLess(endless["import"]["seconds"], 20)


if __name__ == "__main__":
    unittest.main()
