"""The branches of a definition, counted three times: by the module, by a person, by probes in the conditions."""
from __future__ import annotations

import ast
import asyncio
import sys
import unittest

from tests.repository.needed import TOOLS

if TOOLS and TOOLS not in sys.path:
    sys.path.append(TOOLS)

from repository.measure.arc_tracer import ArcTracer, trace  # noqa: E402
from tests.repository.measure.probes import outcomes, run_generator  # noqa: E402
from tests.repository.measure.counted import COUNTED  # noqa: E402

try:
    import coverage  # noqa: F401
except (ImportError, SyntaxError):
    coverage = None
else:
    from repository.measure.branches import Branches


def executed(source: str, calls) -> dict:
    """The arcs of the `f` in `source` while `calls` run; not while it is defined."""
    space = {"asyncio": asyncio, "run_generator": run_generator}
    exec(compile(source, "/srv/project/pkg/measured.py", "exec"), space)
    first, last = lines_of_f(source)
    tracer = ArcTracer("pkg/measured.py", first, last)
    for_call = []
    for call in calls:
        tracer.start()
        try:
            eval(call, space)
        except Exception:
            pass
        finally:
            for_call.append(tracer.stop())
    return {"arcs": [arc for told in for_call for arc in told["arcs"]], "calls": for_call}


def lines_of_f(source: str):
    node = next(node for node in ast.parse(source).body if getattr(node, "name", None) == "f")
    return min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)]), node.end_lineno


def ways(source: str, measured: dict) -> dict:
    """The arcs of `measured` as {line: {"entered" or "passed": taken}}, by whether they lead into the statement's own block."""
    blocks = {}
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, (ast.If, ast.While, ast.For, ast.AsyncFor)):
            blocks[node.lineno] = node.body[0].lineno
        elif type(node).__name__ == "match_case":
            blocks[node.pattern.lineno] = node.body[0].lineno
    found: dict = {}
    arcs = [(start, end, True) for start, end in measured["taken"]]
    arcs += [(arc["from"], arc["to"], False) for arc in measured["missing"]]
    for start, end, taken in arcs:
        found.setdefault(start, {})["entered" if blocks[start] == end else "passed"] = taken
    return {line: found[line] for line in sorted(found)}


@unittest.skipIf(coverage is None, "coverage is not on sys.path (RUNNER_TOOLS names its folder)")
class BranchesTest(unittest.TestCase):
    def test_thirty_functions_count_as_a_person_and_as_probes_count_them(self):
        self.assertGreaterEqual(len(COUNTED), 30)
        for name, source, calls, possible, taken in COUNTED:
            with self.subTest(name):
                with Branches(source, *lines_of_f(source)) as branches:
                    measured = branches.measure(executed(source, calls)["arcs"])
                self.assertEqual((possible, taken), (measured["branches"]["possible"], measured["branches"]["taken"]))
                self.assertEqual(outcomes(source, calls), ways(source, measured))
                self.assertEqual(measured["called"], bool(calls))
                if not calls:
                    self.assertEqual(measured["ratio"], 0)
                elif possible:
                    self.assertEqual(measured["ratio"], taken / possible)

    def test_the_same_counts_in_a_class_far_down_a_file(self):
        for name, source, calls, possible, taken in COUNTED:
            if "import functools\n@" in source:
                continue
            with self.subTest(name):
                _, last = lines_of_f(source)
                moved = "\n" * 40 + "class C:\n" + "".join("    " + line + "\n" for line in source.splitlines())
                arcs = [[start + 41 if start > 0 else start - 41, end + 41 if end > 0 else end - 41]
                        for start, end in executed(source, calls)["arcs"]]
                with Branches(moved, 43, 41 + last) as branches:
                    measured = branches.measure(arcs)
                self.assertEqual((possible, taken), (measured["branches"]["possible"], measured["branches"]["taken"]))

    def test_without_branches_the_lines_of_the_body_count(self):
        source = 'def f(a):\n    """About a."""\n    try:\n        return int(a)\n    except ValueError:\n        return 0\n'
        with Branches(source, 1, 6) as branches:
            measured = branches.measure(executed(source, ["f(1)"])["arcs"])
            self.assertEqual(measured["lines"], {"possible": 4, "taken": 2})
            self.assertEqual(measured["linesMissing"], [5, 6])
            self.assertEqual(measured["ratio"], 0.5)
            whole = branches.measure(executed(source, ["f(1)", "f('x')"])["arcs"])
        self.assertEqual(whole["ratio"], 1)

    def test_one_line_and_no_statement_at_all(self):
        for source in ("def f(a): return a\n", 'def f(a):\n    """Nothing."""\n'):
            with Branches(source, *lines_of_f(source)) as branches:
                self.assertEqual(branches.measure([])["ratio"], 0)
                self.assertEqual(branches.measure(executed(source, ["f(1)"])["arcs"])["ratio"], 1)

    def test_a_definition_with_names_of_the_function_around_it(self):
        source = "def g():\n    n = 0\n    def f(a):\n        nonlocal n\n        if a:\n            n += 1\n        return n\n    return f\n"
        with Branches(source, 3, 7) as branches:
            measured = branches.measure([(-3, 5), (5, 7), (7, -3)])
        self.assertEqual((measured["branches"], measured["lines"]), ({"possible": 2, "taken": 1}, {"possible": 3, "taken": 2}))

    def test_each_case_has_the_branches_that_it_took(self):
        _, source, _, _, _ = COUNTED[2]
        told = executed(source, ["f(1)", "f(3)"])["calls"]
        with Branches(source, *lines_of_f(source)) as branches:
            self.assertEqual([branches.taken(one["arcs"])["arcs"] for one in told], [[[3, 4]], [[3, 5], [5, 8]]])

    def test_missing_branches_are_told_in_words(self):
        source = ("def f(a, b):\n    if a > 1:\n        return 1\n    for x in a:\n        b += x\n    while b:\n        b = 0\n"
                  "    if b: a = 1\n    return 2\n")
        with Branches(source, 1, 9) as branches:
            words = [arc["words"] for arc in branches.measure([])["missing"]]
        self.assertEqual(words, [
            "the condition `a > 1` in line 2 was never true",
            "the condition `a > 1` in line 2 was always true",
            "the loop over `a` in line 4 never had an element",
            "the loop over `a` in line 4 never ran to its end",
            "the condition `b` in line 6 was never true",
            "the condition `b` in line 6 was always true",
        ])

    def test_text_that_is_no_definition_is_a_value_error(self):
        for source, first, last in (("x = 1\n", 1, 1), ("def f(:\n", 1, 1), ("def f(): pass\n", 1, 2), ("", 1, 1),
                                    ("def f():\n    " + "(" * 5000 + ")" * 5000 + "\n", 1, 2)):
            with self.assertRaises(ValueError):
                Branches(source, first, last)


class ArcTracerTest(unittest.TestCase):
    def test_only_recorded_calls_count(self):
        recorder = {"__name__": "recorder"}
        exec("def call(f, *a):\n    return f(*a)\n", recorder)
        space = {"__name__": "pkg.measured"}
        exec(compile("def f(n):\n    return n and f(n - 1)\ndef other():\n    return f(0)\n", "/x/pkg/measured.py", "exec"), space)
        begin = trace({"file": "pkg/measured.py", "first": 1, "last": 2, "within": {"module": "recorder", "functions": ["call"]}}, [])
        end = begin(space["f"])
        space["f"](1)
        space["other"]()
        self.assertEqual(end(), {"arcs": [], "frames": 0})
        end = begin(space["f"])
        recorder["call"](space["f"], 1)
        told = end()
        self.assertEqual(told["frames"], 2)
        self.assertLessEqual({(-1, 2), (2, -1)}, {tuple(arc) for arc in told["arcs"]})
        end = begin(space["f"])
        recorder["call"](space["other"])
        self.assertEqual(end()["frames"], 1)

    def test_a_thread_that_a_recorded_call_starts_counts(self):
        import threading

        recorder = {"__name__": "recorder"}
        exec("def call(f, *a):\n    return f(*a)\n", recorder)
        space = {"__name__": "pkg.measured", "threading": threading}
        source = ("def f(n):\n    def inner():\n        n.append(1)\n    t = threading.Thread(target=inner)\n    t.start()\n"
                  "    t.join()\n    return n\n")
        exec(compile(source, "/x/pkg/measured.py", "exec"), space)
        end = trace({"file": "pkg/measured.py", "first": 1, "last": 7, "within": {"module": "recorder", "functions": ["call"]}}, [])(None)
        recorder["call"](space["f"], [])
        self.assertIn([-2, 3], end()["arcs"])

    def test_a_generator_resumed_later_goes_on_counting(self):
        space = {}
        exec(compile("def f():\n    yield 1\n    yield 2\n", "/x/m.py", "exec"), space)
        tracer = ArcTracer("m.py", 1, 3)
        tracer.start()
        made = space["f"]()
        first = next(made)
        rest = list(made)
        told = tracer.stop()
        self.assertEqual((first, rest), (1, [2]))
        self.assertEqual(told, {"arcs": [[-1, 2], [2, 3], [3, -1]], "frames": 1})


if __name__ == "__main__":
    unittest.main()
