import unittest

from tests.split.boxes import judge


class Calls(unittest.TestCase):
    def passes(self, program, *tests, **more):
        for test in tests:
            with self.subTest(test=test):
                answer = judge(program, test, **more)
                self.assertEqual((answer["kind"], answer["error"]), ("passed", None))

    def test_arguments_of_every_form(self):
        program = "def f(a, b=2, *c, k=1, **d): return a, b, c, k, d"
        self.passes(
            program,
            "assert f(1) == (1, 2, (), 1, {})",
            "assert f(1, 3, 4, k=5, z=[6]) == (1, 3, (4,), 5, {'z': [6]})",
            "assert f(*[1], **{'b': 7}) == (1, 7, (), 1, {})",
        )

    def test_arguments_changed_in_place_are_changed_for_the_test(self):
        self.passes("def f(x): x.sort()", "x = list(range(100, 0, -1)); f(x)\nassert x == list(range(1, 101))")
        self.passes(
            "def f(x): x[0] = True; x[1] = 1.0",
            "x = [1, 1]; f(x)\nassert x[0] is True and type(x[1]) is float",
        )
        self.passes("def f(s): s.add(4); s.discard(1)", "s = {1, 2}; f(s)\nassert s == {2, 4}")
        self.passes(
            "def f(d, b, q):\n    d['x'] = d.pop('a'); b[0] = 65; q.appendleft(0); q.pop()",
            "from collections import deque\nd = {'a': [1], 'c': 2}; b = bytearray(b'zz'); q = deque([1, 2], 3)\n"
            "inner = d['a']; f(d, b, q)\n"
            "assert list(d.items()) == [('c', 2), ('x', [1])] and d['x'] is inner and b == b'Az' and list(q) == [0, 1]",
        )

    def test_changes_made_before_an_exception_are_kept(self):
        self.passes(
            "def f(x): x.append(9); raise ValueError",
            "x = [1]\ntry: f(x)\nexcept ValueError: pass\nassert x == [1, 9]",
        )

    def test_results_that_are_arguments_are_the_same_objects(self):
        self.passes(
            "def f(x): return x",
            "a = [1]; assert f(a) is a and f([a])[0] is a",
            "a = {}; a[1] = a; assert f(a) is a",
            "a = ([],); a[0].append(a); assert f([a])[0] is a",
            "assert f(f) is f and f(int) is int",
            "class A: pass\na = A(); a.me = a; assert f(a) is a",
        )
        self.passes(
            "def f(x): x.append(x); return [x, x]", "a = [1]; r = f(a)\nassert r[0] is r[1] is a and a[1] is a"
        )

    def test_functions_of_the_test_are_called_there(self):
        self.passes(
            "def f(g, x): return [g(i) for i in x]",
            "seen = []\ndef g(i): seen.append(i); return i * 2\nassert f(g, [1, 2]) == [2, 4] and seen == [1, 2]",
            "assert f(str, [1]) == ['1'] and f(str.upper, ['a']) == ['A']",
            "import operator\nassert f(operator.neg, [1]) == [-1] and f(len, ['ab']) == [2]",
        )
        self.passes(
            "def f(g, n): return n if n == 0 else g(n - 1) + 1",
            "def g(n): return f(g, n)\nassert f(g, 20) == 20",
        )
        self.passes(
            "from concurrent.futures import ThreadPoolExecutor\ndef f(g):\n"
            "    with ThreadPoolExecutor(4) as pool: return list(pool.map(g, range(5)))",
            "assert f(lambda i: i * i) == [0, 1, 4, 9, 16]",
        )

    def test_an_exception_of_a_function_of_the_test_comes_back_as_itself(self):
        self.passes(
            "def f(g): g()",
            "wrong = ValueError('a', 2)\ndef g(): raise wrong\n"
            "try: f(g)\nexcept ValueError as error: assert error is wrong\nelse: assert False",
        )
        self.passes(
            "def f(g):\n    try: g()\n    except ValueError as error: return error.args",
            "def g(): raise ValueError('a', 2)\nassert f(g) == ('a', 2)",
        )

    def test_an_assertion_in_a_function_of_the_test_is_final(self):
        answer = judge("def f(g): return g(5)", "def g(i): assert i < 3, 'under 3'\nf(g)")
        self.assertEqual((answer["kind"], answer["error"]), ("failed", "AssertionError: under 3"))
        swallows = "def f(g):\n    for i in (5, 1):\n        try: return g(i)\n        except BaseException: pass"
        for level in ("data", "objects"):
            for test in ("def g(i): assert i < 3\nf(g)", "def g(i): assert i < 3\ntry: f(g)\nexcept: pass"):
                self.assertEqual(judge(swallows, test, level=level)["kind"], "failed")

    def test_instances_of_the_tests_bare_classes_travel_by_value(self):
        self.passes(
            "def f(n):\n    n.v = 5\n    return n.left.v",
            "class Node:\n    def __init__(self, v): self.v = v; self.left = None\n"
            "r = Node(1); r.left = Node(2)\nassert f(r) == 2 and r.v == 5 and isinstance(r.left, Node)",
        )

    def test_what_a_program_would_meet_as_something_less_is_not_handed_over(self):
        for value in (
            "object()", "iter([1])", "(x for x in [1])", "ValueError(3)", "type('L', (list,), {})()", "memoryview(b'a')",
            "__import__('collections').namedtuple('P', 'x')(1)", "__import__('io').StringIO()", "A()", "A", "A().area",
            "__import__('enum').IntEnum('E', 'A').A", "__import__('functools').partial(int)", "[object()]",
            "__import__('datetime').datetime(2020, 1, 1, tzinfo=Zone())", "lambda: 0 if 0 else 0",
        ):
            test = (
                "import datetime\nclass Zone(datetime.tzinfo):\n    def utcoffset(self, t): return datetime.timedelta(1)\n"
                "class A:\n    def area(self): return 1\nvalue = %s\ntry: f(value)\nexcept Exception: pass" % value
            )
            with self.subTest(value=value):
                answer = judge("def f(x): return 1", test)
                due = ("passed", None) if value.startswith("lambda") else ("failed", "not-data")
                self.assertEqual((answer["kind"], answer.get("detail")), due)

    def test_what_the_program_changes_is_told_to_the_last_bit(self):
        self.passes("def f(s): s.clear(); s.add(True)", "s = {1}; f(s)\nassert [*s][0] is True")
        self.passes("def f(a): a[0] = -0.0", "from array import array\na = array('d', [0.0]); f(a)\n"
                    "import math\nassert math.copysign(1, a[0]) == -1")
        self.passes("def f(d): d.default_factory = list", "from collections import defaultdict\nd = defaultdict(int); f(d)\n"
                    "assert d[1] == []")

    def test_deep_values_cross_in_both_directions(self):
        self.passes(
            "def f(x):\n    n = 0\n    while x: x = x[0]; n += 1\n    return n",
            "x = []\nfor _ in range(1200): x = [x]\nassert f(x) == 1200",
        )
        self.passes(
            "def f(x):\n    for _ in range(1200): x = [x]\n    return x",
            "x = f(0)\nn = 0\nwhile x != 0: x = x[0]; n += 1\nassert n == 1200",
        )

    def test_threads_of_the_test_may_call(self):
        self.passes(
            "def f(x): return x + 1",
            "import threading\nout = []\n"
            "threads = [threading.Thread(target=lambda i=i: out.append(f(i))) for i in range(8)]\n"
            "for t in threads: t.start()\nfor t in threads: t.join()\nassert sorted(out) == list(range(1, 9))",
        )

    def test_a_program_that_replaces_what_the_wire_uses_is_served(self):
        program = (
            "import builtins, json, os, struct, socket\nbuiltins.len = lambda x: 0\nbuiltins.list = tuple\n"
            "builtins.isinstance = None\njson.dumps = json.loads = os.read = os.write = os.readv = None\n"
            "json = len = type = set = map = None\ndef f(a): return [a, (a,), {a: a}]"
        )
        self.passes(program, "assert f(1) == [1, (1,), {1: 1}]")

    def test_a_forked_child_does_not_answer_for_its_parent(self):
        self.passes(
            "import os\ndef f(a):\n    child = os.fork()\n    if child == 0: return 99\n"
            "    os.waitpid(child, 0)\n    return a",
            "assert f(1) == 1 and f(2) == 2",
        )
        answer = judge("import os\ndef f(a):\n    if os.fork(): os._exit(0)\n    return a", "assert f(1) == 1")
        self.assertEqual(answer["kind"], "vanished")

    def test_a_late_signal_does_no_harm(self):
        program = (
            "import signal\nclass Late(Exception): pass\ndef late(*about): raise Late\n"
            "signal.signal(signal.SIGALRM, late)\ndef f(): signal.setitimer(signal.ITIMER_REAL, 0.02); return 1"
        )
        self.passes(program, "import time\nassert f() == 1\ntime.sleep(0.1)\nassert f() == 1")


    def test_other_names_of_the_program_are_found(self):
        program = "import sys, math as m\nfrom typing import List\nclass Unfit: pass\nX = 3\nCOUNT = 0\ndef f(x=0):\n    global COUNT\n    COUNT += 1\n    return x or X"
        self.passes(
            program,
            "import solution\nfrom solution import X as Y, f as g\nassert solution.X == 3 == Y and g() == 3",
            "assert eval('X') == 3",
            "assert COUNT == 0\nf()\nassert COUNT == 1",
            "assert f(1) == 1 and sys.version",
            "import solution\nassert 'f' in dir(solution) and hasattr(solution, 'X') and f(1)",
            "import solution\nfrom solution import *\nassert f(1) == 1 and X == 3",
        )
        self.assertEqual(judge(program, "nowhere")["error"], "NameError: name 'nowhere' is not defined")
        self.passes("x = 5", "assert x == 5", entry="x")
        self.passes(
            "def f(x): return {1: 'a'}.items(), {1: 2}.keys(), {1: [3]}.values()",
            "a, b, c = f(1)\nassert list(a) == [(1, 'a')] and b == {1} and list(c) == [[3]] and 1 in b",
        )

    def test_values_of_a_class_derived_from_a_plain_type_are_objects(self):
        for kind in ("__import__('collections').namedtuple('N', 'a')", "__import__('enum').IntEnum('N', {'A': 1})",
                     "type('N', (list,), {})", "type('N', (str,), {})"):
            program = "N = %s\ndef f(x): return N(x)" % kind
            self.assertEqual(judge(program, "assert f(1) == 1" if "Int" in kind else "f('a')")["detail"], "not-data")


if __name__ == "__main__":
    unittest.main()
