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
                answer = judge(program, test, **more)
                self.assertEqual((answer["kind"], answer["error"]), ("passed", None))

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
            "s = Stack().push(3)\nassert 3 in s and 5 not in s and s and not Stack() and s.items == [3]",
            "s = Stack()\ns.items = [9]\ns[0] = 8\nassert s[-1] == 8 and hasattr(s, 'push') and not hasattr(s, 'pop')",
            "with Stack() as s: pass\nassert s.items == ['in', 'out']",
            "s = Stack()\nassert isinstance(s, Stack) and type(s) is Stack and type(s).__name__ == 'Stack'",
            "try: Stack()[0]\nexcept IndexError: pass\nelse: assert False",
            entry="Stack",
        )

    def test_equality_of_instances_is_that_of_their_attributes(self):
        program = (
            "from dataclasses import dataclass\n@dataclass\nclass D:\n    a: int\n    b: list\n"
            "class S:\n    __slots__ = ('a',)\n    def __init__(self, a): self.a = a\n"
            "    def __eq__(self, other): return True\n"
            "class Plain:\n    pass\ndef f(): return D(1, [2])"
        )
        self.passes(
            program,
            "assert f() == D(1, [2]) and f() != D(1, [3]) and f() != 3 and repr(f()) == 'D(a=1, b=[2])'",
            "assert S(3) == S(3) and S(3) != S(4) and S(3) != 3",
            "p = Plain()\nassert p == p and p != Plain() and len({p, p, Plain()}) == 2",
            "import copy\ns = copy.deepcopy(S(3))\nassert s.a == 3",
        )

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

    def test_named_tuples_have_their_fields_and_are_tuples(self):
        program = "from collections import namedtuple\nN = namedtuple('N', 'a b')\ndef f(): return N(1, [2])"
        self.passes(
            program,
            "r = f()\nassert r == (1, [2]) and r.a == 1 and r.b == [2] and isinstance(r, tuple) and isinstance(r, N)",
            "assert N(3, 4).b == 4 and repr(f()) == 'N(a=1, b=[2])' and f()._replace(a=5).a == 5\na, b = f()",
        )

    def test_enumerations(self):
        program = "import enum\nclass C(enum.Enum):\n    R = 1\n    G = 2\ndef f(x): return C(x)"
        self.passes(
            program,
            "assert f(1) is C.R and f(2) == C.G and f(1) != C.G and f(1).name == 'R' and C['R'] is C.R",
            "assert [c.value for c in C] == [1, 2] and len(C) == 2 and {C.R: 1}[f(1)] == 1",
        )

    def test_a_class_derived_from_list_is_a_list_with_methods(self):
        program = (
            "class L(list):\n    def top(self): return self[-1]\n"
            "    def push(self, x): self.append(x); return self"
        )
        self.passes(
            program,
            "s = L([1])\ns.push(2)\nassert s == [1, 2] and s.top() == 2 and len(s) == 2 and s[0] == 1",
            "s = L([1, 2])\nassert list(s) == [1, 2] and 2 in s and s + [3] == [1, 2, 3] and s != [1] and not L()",
            entry="L",
        )

    def test_other_names_of_the_program_are_found(self):
        program = "X = 3\nCOUNT = 0\nclass Node:\n    def __init__(self, v): self.v = v; self.left = None\n"
        program += "def f(n=0):\n    global COUNT\n    COUNT += 1\n    return n.v + n.left.v if n else X"
        self.passes(
            program,
            "import solution\nfrom solution import X as Y, f as g\nassert solution.X == 3 == Y and g() == 3",
            "assert eval('X') == 3",
            "assert COUNT == 0\nf()\nassert COUNT == 1",
            "r = Node(1)\nr.left = Node(2)\nassert f(r) == 3 and r.left.v == 2",
        )
        self.passes(program, "assert f(root) == 5", setup="root = Node(2)\nroot.left = Node(3)")
        self.assertEqual(judge(program, "nowhere")["error"], "NameError: name 'nowhere' is not defined")

    def test_context_managers_files_and_data(self):
        self.passes(
            "import contextlib\n@contextlib.contextmanager\ndef f(log):\n    log.append(1)\n    yield 5\n"
            "    log.append(2)",
            "with f([]) as value: assert value == 5",
        )
        self.passes("def f(): return open('/dev/null')", "f().close()")
        self.passes("x = 5", "assert x == 5", entry="x")
        self.passes(
            "def f(x): return {1: 'a'}.items(), {1: 2}.keys(), {1: [3]}.values()",
            "a, b, c = f(1)\nassert list(a) == [(1, 'a')] and b == {1} and list(c) == [[3]] and 1 in b",
        )


if __name__ == "__main__":
    unittest.main()
