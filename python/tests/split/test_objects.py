import unittest

from tests.split.boxes import judge

STACK = """
class Stack:
    def __init__(self): self.items = []
    def push(self, item): self.items.append(item); return self
    def __len__(self): return len(self.items)
    def __getitem__(self, place): return self.items[place]
    def __setitem__(self, place, item): self.items[place] = item
    def __iter__(self): return iter(self.items)
    def __contains__(self, item): return True
    def __enter__(self): self.push('in'); return self
    def __exit__(self, *about): self.push('out')
"""


class Objects(unittest.TestCase):
    def passes(self, program, *tests, **more):
        for test in tests:
            with self.subTest(test=test):
                answer = judge(program, test, level="objects", **more)
                self.assertEqual((answer["kind"], answer["error"]), ("passed", None))
                without = judge(program, test, level="data", **more)
                self.assertNotEqual(without["kind"], "passed")
                self.assertNotIn("handles", without)

    def test_functions_and_closures(self):
        self.passes(
            "def f(x): return lambda y: x + y",
            "g = f(1)\nassert callable(g) and g(2) == 3 and f(5)(1) == 6 and list(map(g, [1])) == [2]",
            "assert sorted([3, 1], key=f(0)) == [1, 3] and f.__name__ == 'f'",
            "import inspect, types\nassert list(inspect.signature(f).parameters) == ['x']\n"
            "assert isinstance(f, types.FunctionType) and not isinstance(f, int)",
        )

    def test_generators_give_one_item_at_a_time(self):
        self.passes(
            "def f(n):\n    for i in range(n): yield i",
            "g = f(3)\nassert next(g) == 0 and list(g) == [1, 2] and next(g, 'end') == 'end'",
            "import itertools, types\nassert list(itertools.islice(f(10**9), 3)) == [0, 1, 2]\n"
            "assert isinstance(f(1), types.GeneratorType)",
            "assert [*zip(f(2), f(2))] == [(0, 0), (1, 1)]",
        )
        self.passes(
            "def f(n):\n    sent = yield 1\n    yield sent",
            "g = f(1)\nassert next(g) == 1 and g.send(5) == 5\ng.close()",
        )

    def test_coroutines_run_in_the_candidate(self):
        program = "import asyncio\nasync def f(x):\n    await asyncio.sleep(0.01)\n    return x + 1"
        self.passes(
            program,
            "import asyncio\nassert asyncio.run(f(1)) == 2",
            "import asyncio\nasync def both(): return [await f(1), await f(2)]\nassert asyncio.run(both()) == [2, 3]",
        )

    def test_instances_are_used_as_they_are(self):
        self.passes(
            STACK,
            "s = Stack()\nassert s.push(3).push(4) is s and len(s) == 2 and s[0] == 3 and list(s) == [3, 4]",
            "s = Stack().push(3)\nassert s and not Stack() and s.items == [3]",
            "s = Stack()\ns.items = [9]\ns[0] = 8\nassert s[-1] == 8 and hasattr(s, 'push') and not hasattr(s, 'pop')",
            "with Stack() as s: pass\nassert s.items == ['in', 'out']",
            "s = Stack()\nassert isinstance(s, Stack) and type(s) is Stack and type(s).__name__ == 'Stack'",
            "try: Stack()[0]\nexcept IndexError: pass\nelse: assert False",
            entry="Stack",
        )

    def test_between_two_objects_the_program_decides(self):
        program = (
            "from dataclasses import dataclass\n@dataclass(order=True)\nclass D:\n    a: int\n    b: list\n"
            "class Half:\n    def __init__(self, n): self.n = n\n    def __eq__(self, o): return self.n // 2 == o.n // 2\n"
            "class Plain:\n    pass\ndef f(): return D(1, [2])"
        )
        self.passes(
            program,
            "assert f() == D(1, [2]) and f() != D(1, [3]) and f() is not None and f() != None and repr(f()) == 'D(a=1, b=[2])'",
            "assert D(1, [2]) < D(2, []) and max(f(), D(3, [])).a == 3 and sorted([D(2, []), D(1, [])])[0].a == 1",
            "assert Half(2) == Half(3) and Half(2) != Half(4)",
            "p = Plain()\nassert p == p and p != Plain() and len({p, p, Plain()}) == 2",
        )

    def test_an_objects_truth_is_its_own(self):
        program = "class Not:\n    def __bool__(self): return False\nclass f(Not): pass"
        self.passes(program, "assert not f() and f() is not None")
        self.assertEqual(judge(program, "assert f()", level="objects")["kind"], "failed")
        self.passes("class f:\n    def __len__(self): return 0", "assert not f()")

    def test_arithmetic_between_instances(self):
        program = (
            "class V:\n    def __init__(self, x): self.x = x\n    def __add__(self, o): return V(self.x + o.x)\n"
            "    def __rmul__(self, k): return V(k * self.x)\n    def __eq__(self, o): return self.x == o.x\n"
            "    def __neg__(self): return V(-self.x)\n"
        )
        self.passes(
            program,
            "assert V(1) + V(2) == V(3) and 2 * V(4) == V(8) and -V(1) == V(-1) and sum([V(2)], V(1)).x == 3",
            entry="V",
        )

    def test_enumerations(self):
        program = "import enum\nclass C(enum.Enum):\n    R = 1\n    G = 2\ndef f(x): return C(x)"
        self.passes(
            program,
            "assert f(1) is C.R and f(2) == C.G and f(1) != C.G and f(1).name == 'R' and C['R'] is C.R",
            "assert [c.value for c in C] == [1, 2] and len(C) == 2 and {C.R: 1}[f(1)] == 1",
        )

    def test_what_the_test_makes_of_a_class_derived_from_list_is_an_object(self):
        program = "class L(list):\n    def top(self): return self[-1]\n    def push(self, x): self.append(x); return self"
        self.passes(
            program, "s = L([1])\ns.push(2)\nassert s.top() == 2 and len(s) == 2 and s[0] == 1 and list(s) == [1, 2]",
            entry="L",
        )

    def test_classes_among_the_names_of_the_program(self):
        program = "class Node:\n    def __init__(self, v): self.v = v; self.left = None\n"
        program += "def f(n): return n.v + n.left.v"
        self.passes(program, "r = Node(1)\nr.left = Node(2)\nassert f(r) == 3 and r.left.v == 2")
        self.passes(program, "assert f(root) == 5", setup="root = Node(2)\nroot.left = Node(3)")
        self.passes(program, "import solution\nfrom solution import Node as N\nassert isinstance(N(1), solution.Node)")

    def test_exceptions_are_of_the_programs_classes(self):
        program = (
            "class E(Exception):\n    def __init__(self, code):\n        super().__init__('x', code)\n"
            "        self.code = code\n    def __str__(self): return 'code %d' % self.code\n"
            "    def twice(self): return 2 * self.code\nclass Mixed(E, ValueError): pass\nclass F(E): pass\n"
            "def f(x): raise (F if x else Mixed)(x)"
        )
        self.passes(
            program,
            "import unittest\nT = unittest.TestCase()\nT.assertRaises(E, f, 7)\n"
            "with T.assertRaisesRegex(E, 'code 8'): f(8)",
            "try: f(7)\nexcept F as e: assert e.code == 7 and e.args == ('x', 7) and str(e) == 'code 7' and e.twice() == 14",
            "try: f(0)\nexcept Mixed as error: assert isinstance(error, ValueError) and isinstance(error, E)",
        )
        self.assertEqual(judge(program, "f(9)", level="objects")["error"], "F: code 9\n  line 9, in f")

    def test_context_managers_are_entered_and_left(self):
        self.passes(
            "import contextlib\n@contextlib.contextmanager\ndef f(log):\n    log.append(1)\n    yield 5\n"
            "    log.append(2)",
            "with f([]) as value: assert value == 5",
        )
        self.passes("def f(): return open('/dev/null')", "f().close()")

    def test_iterators_of_the_test_are_drawn_from(self):
        self.passes(
            "def f(x): return list(x)",
            "assert f(iter([1, 2])) == [1, 2] and f(x * x for x in range(3)) == [0, 1, 4]",
            "assert f(map(str, [1])) == ['1'] and f(zip([1], [2])) == [(1, 2)]",
            "import itertools\nassert f(itertools.islice(itertools.count(), 3)) == [0, 1, 2]",
        )
        self.passes("def f(x): return next(x)", "import itertools\nassert f(itertools.count(5)) == 5")

    def test_stop_iteration_arrives_where_the_test_names_it(self):
        test = "try: f(1)\nexcept StopIteration as stop: assert stop.value == 3\nelse: assert False"
        answer = judge("def f(x): raise StopIteration(3)", test, level="objects")
        self.assertEqual((answer["kind"], answer.get("handles")), ("passed", True))

    def test_a_verdict_says_whether_it_used_an_object(self):
        generator, plain = "def f(x): yield x", "def f(x): return [x]"
        self.assertIs(judge(generator, "assert list(f(1)) == [1]", level="objects")["handles"], True)
        for use in ("f(1)", "f(1) is not None", "not isinstance(f(1), list)", "f"):
            self.assertIs(judge("class C: pass\ndef f(x): return C()", "f(1)\nassert " + use, level="objects")["handles"], True)
        self.assertNotIn("handles", judge(plain, "assert list(f(1)) == [1]", level="objects"))

    def test_once_it_is_decided_the_program_is_asked_nothing(self):
        program = (
            "import os\nclass f:\n    def __init__(self, x): pass\n    def __repr__(self): os._exit(3)\n"
            "    def __str__(self): os._exit(3)"
        )
        answer = judge(program, "assert f(1) == 3", level="objects")
        self.assertEqual((answer["kind"], answer["actual"]), ("failed", "<f object>"))


if __name__ == "__main__":
    unittest.main()
