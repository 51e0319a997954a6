"""Programs that would pass without solving anything, if the checker asked them what it has to decide itself."""
import unittest

from tests.split.boxes import frame, judge, judge_frames

PEER = (
    "import sys\ndef peer():\n    frame = sys._getframe()\n"
    "    while not hasattr(frame.f_locals.get('self'), 'peer'): frame = frame.f_back\n"
    "    return frame.f_locals['self'].peer\n"
)
AGREES = PEER + (
    "class Z(float):\n    def __abs__(self): return zero()\n"
    "def zero():\n    z = Z(0.0); peer().number(z); return z\n"
    "class N:\n    def __sub__(self, o): return zero()\n    def __rsub__(self, o): return zero()\n"
    "    def __mod__(self, o): return N()\n    def __radd__(self, o): return N()\n"
    "    def __len__(self): return 0\n    def max(self): return 0\ndef f(x): return N()"
)
ANSWERS_ALL = (
    "class M(type):\n    def __getattr__(c, name): return lambda *a, **k: True\n"
    "class N(metaclass=M):\n    def __getattr__(s, name): return lambda *a, **k: True\ndef f(x): return N()"
)
MANAGER = (
    "class f:\n    def __init__(self, *kinds): pass\n    def __enter__(self): return %s\n"
    "    def __exit__(self, *about): return True\n    def value(self): raise KeyError\n"
)
LENIENT = "\ntry:\n    assert False\nexcept %s: pass"


class Forgeries(unittest.TestCase):
    def fails(self, program, *tests, kinds=("failed", "raised"), levels=("data", "objects")):
        for level in levels:
            for test in tests:
                with self.subTest(test=test, level=level):
                    self.assertIn(judge(program, test, level=level)["kind"], kinds)

    def passes(self, program, *tests, level="data"):
        for test in tests:
            with self.subTest(test=test):
                answer = judge(program, test, level=level)
                self.assertEqual((answer["kind"], answer["error"]), ("passed", None))

    def test_what_a_test_compares_with_is_not_told(self):
        self.fails(
            AGREES,
            "def check(candidate): assert abs(candidate([1.0]) - 2/3) < 1e-6\ncheck(f)",
            "assert f(1) - 3 == 0",
            "assert 3 - f(1) == 0",
            "import unittest\nunittest.TestCase().assertAlmostEqual(f(1), 3, delta=1e-6)",
            "assert not f(1) - 3",
            "assert (f(1) - 3).max() < 1e-6",
            "assert not f(1) % 3",
            "assert not 3 + f(1)",
        )

    def test_a_number_of_the_programs_making_is_the_number_it_is(self):
        program = (
            "class N(float):\n    def __abs__(self): return N(0.0)\n    def __neg__(self): return N(3.0)\n"
            "    def __round__(self, n=0): return 3\n    def __mod__(self, o): return N(0)\n"
            "    def __rpow__(self, o): return 8\n    def __divmod__(self, o): return 1, 0\n"
            "    def __eq__(self, o): return True\n    def is_integer(self): return True\ndef f(x): return N(x)"
        )
        self.fails(
            program, "assert abs(f(1)) == 0", "assert -f(1) == 3", "assert round(f(1)) == 3", "assert not f(1) % 3",
            "assert 2 ** f(1) == 8", "assert divmod(f(1), 3) == (1, 0)", "assert f(1) == 2",
        )
        self.fails(program, "assert f(1.5).is_integer()", levels=("data",))
        self.assertEqual(judge(program, "f(1)")["detail"], "not-data")

    def test_special_names_are_not_asked_for(self):
        self.fails(
            ANSWERS_ALL,
            "r = f(1)\nassert type(r).__array_function__(r, 3)",
            "r = f(1)\nassert type(r).__array_ufunc__(r, 3)",
            "assert f(1).__array__(3)",
            "assert f(1).__index__()",
            "assert f(1).__contains__(3)",
        )

    def test_no_class_catches_what_the_test_itself_raises(self):
        program = (
            "class f:\n    Error = %s\n    def __init__(self, x): pass\n    def __iter__(self): yield %s\n"
            "    def errors(self): return {'all': (1, [%s])}\nkinds = [%s]"
        )
        tests = [
            text % LENIENT % name
            for text, name in (
                ("s = f(1)%s", "s.Error"), ("f(1)%s", "f.Error"), ("s = f(1)%s", "next(iter(s))"),
                ("s = f(1)%s", "tuple(s)"), ("s = f(1)%s", "s.errors()['all'][1][0]"), ("f(1)%s", "kinds[0]"),
                ("import solution\nf(1)%s", "solution.kinds[0]"),
            )
        ]
        self.fails("def f(): return ValueError", "k = f()\ntry: k(1)\nexcept TypeError: pass", levels=("data",))
        tests.append("s = f(1)\nassert isinstance(AssertionError(), s.Error)")
        for name in ("Exception", "BaseException", "AssertionError"):
            self.fails(program % (name, name, name, name), *tests)
        self.passes(
            "class Own(ValueError): pass\nclass f:\n    Error = Own\n    def same(self, kind): return kind\n"
            "    def fail(self): raise Own(1)",
            "s = f()\ntry: s.fail()\nexcept s.Error as error: assert error.args == (1,)",
            "s = f()\nassert s.same(int) is int and s.same(type) != int and s.same(type) is s.same(type)",
            "s = f()\nassert issubclass(s.Error, ValueError)",
            level="objects",
        )

    def test_a_method_of_the_tests_class_stays(self):
        test = "class G:\n    total = 0\n    def valid(self): return False\ng = G()\nf(g)\nassert %s"
        self.fails("def f(g): g.valid = lambda: True", test % "g.valid()")
        self.fails("def f(g): g.valid = True", test % "g.valid")
        bare = "class G:\n    def __init__(self): self.total = 0\ng = G()\nf(g)\nassert g.total == 5 and list(vars(g)) == ['total']"
        self.passes("def f(g):\n    g.__init__ = 0\n    g.__len__ = 0\n    g.total = 5", bare)

    def test_a_star_brings_nothing_that_the_test_has(self):
        self.fails(
            "def all(x): return True\nclass math:\n    def isclose(a, b): return True\ndef check(c): pass\n"
            "def f(x): return 5",
            "from solution import *\nassert all(f(i) == i for i in range(3))",
            "import math\nfrom solution import *\nassert math.isclose(f(1), 3)",
            "def check(c): assert c(1) == 3\nfrom solution import *\ncheck(f)",
        )
        many = "".join("name%d = 1\n" % i for i in range(300))
        self.fails(
            "class math:\n    def isclose(a, b): return True\ndef f(x): return 5",
            many + "import math\nfrom solution import *\nassert math.isclose(f(1), 3)",
        )
        self.passes("def helper(x): return x\ndef f(x): return 5", "from solution import *\nassert helper(f(1)) == 5")

    def test_a_module_that_the_test_forgot_to_import_is_pythons_own(self):
        program = "class math:\n    def isclose(*a, **k): return True\ndef f(x): return 5"
        self.fails(program, "assert math.isclose(f(1), 3)")
        self.passes("import math\ndef f(x): return 5", "assert math.isclose(f(1), 5)")
        self.passes("from datetime import datetime\ndef f(x): return x", "assert datetime(f(9), 1, 1).year == 9")
        self.passes("import datetime\ndef f(x): return x", "assert datetime.date(f(9), 1, 1).year == 9")

    def test_a_context_manager_swallows_nothing(self):
        self.fails(MANAGER % "5", "with f(1) as r: assert r == 3")
        self.fails(MANAGER % "self", "with f(1) as r: assert r - 3 == 0", "with f(1) as r: assert r.value() == 3")
        self.fails(MANAGER % "None", "with f(1) as r: assert {3: 1}[r]", "with f(1) as r: raise ValueError")
        tells = "class f:\n    told = 0\n    def __enter__(s): pass\n    def __exit__(s, *about): s.told += 1"
        self.passes(tells, "s = f()\ntry:\n    with s: assert 1 == 2, 'words'\nexcept AssertionError: pass\n"
                    "try:\n    with s: raise KeyError\nexcept KeyError: pass\nassert s.told == 1", level="objects")

    def test_only_an_iteration_of_the_programs_can_say_that_it_is_done(self):
        frames = [frame(tree) for tree in ([0, [["f"], True, [0, {"h": [1, "f"]}], []]], [4, None])]
        answer = judge_frames(frames, "assert all(map(lambda i: f(i) == i, range(3)))", level="objects")
        self.assertEqual(answer["kind"], "nonsense")
        answer = judge_frames([frame([0, [["f"], True, [1, 0, "f", True], []]]), frame([4, None])],
                              "try: assert all(map(lambda i: f(i) == i, range(3)))\nexcept StopIteration: pass")
        self.assertEqual(answer["kind"], "nonsense")
        test = "it = iter([])\nassert all(map(lambda i: f(it, i) == i, range(3)))"
        self.fails("def f(it, i):\n    next(it)", test)

    def test_what_the_library_can_do_is_not_done_for_the_program_where_the_test_is(self):
        wrapper = (
            "def wrapped(function):\n    def inner(*args): return function(*args)\n    return inner\n"
            "secret = 4711\nassert f(%s, wrapped) == 4711"
        )
        for given, program in (
            ("eval", "def f(g, w): return w(g)('secret')"), ("getattr", "def f(g, w): return w(g)(w, '__globals__')"),
            ("eval", "def f(g, w): return w(eval)('secret')"),
        ):
            self.fails(program, wrapper % given)
        frames = [[0, [["f"], True, [1, 0, "f", True], []]], [2, 0, ["secret"], [], []], [0, 4711]]
        answer = judge_frames([frame(tree) for tree in frames], "secret = 4711\nassert f(eval) == 4711")
        self.assertEqual(answer["kind"], "nonsense")

    def test_an_end_of_an_iteration_that_nobody_asked_for_is_none(self):
        load = [0, [["f"], True, [0, {"h": [1, "f"]}], []]]
        for frames in ([load, [4, None]], [load, [0, {"h": [2, "g"]}], [0, 1], [4, None]]):
            test = "g = f(1)\nnext(g)\ntry: f(2)\nexcept StopIteration: pass" if len(frames) > 2 else "try: f(1)\nexcept StopIteration: pass"
            answer = judge_frames([frame(tree) for tree in frames], test, level="objects")
            self.assertEqual(answer["kind"], "nonsense")

    def test_the_module_of_the_test_is_the_tests(self):
        for find in ("unittest.main(module=__name__, exit=False, argv=['x'])",
                     "unittest.TextTestRunner(stream=open('/dev/null', 'w')).run(unittest.defaultTestLoader"
                     ".loadTestsFromModule(sys.modules[__name__]))"):
            test = (
                "import sys, unittest\nclass T(unittest.TestCase):\n    def test(self): self.assertEqual(f(1), 2)\n"
                "run = %s\nresult = getattr(run, 'result', run)\nassert result.wasSuccessful()" % find
            )
            self.fails("N = 1\ndef f(x): return 1", test)
            self.passes("N = 1\ndef f(x): return 2", test)

    def test_a_test_that_looks_at_its_own_process_finds_nothing_there(self):
        quiet = "import contextlib, io\nsaid = io.StringIO()\nwith contextlib.redirect_stdout(said): f(1)\n"
        self.fails("def f(x): print(x)", quiet + "assert said.getvalue() == ''")
        quick = "import time\nstart = time.process_time()\nf(1)\nassert time.process_time() - start < 1"
        self.fails("def f(x): return x", quick)
        looks = ("assert 'sorted' not in f.__code__.co_names", "assert f.__doc__", "import inspect\ninspect.signature(f)",
                 "assert not hasattr(f, 'cache_info')", "import inspect\ninspect.getsource(f)", "f.x = 1")
        for look in looks:
            self.fails("def f(x): return sorted(x)", "%s\nf([1])" % look, "import inspect\ntry: %s\nexcept Exception: f([1])" % look.split("\n")[-1],
                       levels=("data",))
        changed = "class A: pass\nclass B: pass\na = A()\nf(a)\nassert isinstance(a, A)"
        self.fails("def f(x): x.__class__ = type('B', (), {})", changed)
        self.fails("N = 5\ndef f(x): return 1", "from solution import *\nx = 1", kinds=("failed",))

    def test_what_fails_is_decided_before_its_message_is_made(self):
        program = "import os\ncalls = []\ndef f(x):\n    calls.append(x)\n    if len(calls) > 1:\n        %s\n    return 1"
        for second in ("os._exit(0)", "raise MemoryError", "return f", "while True: pass"):
            self.fails(program % second, "assert f(1) == 2, 'got %d' % f(1)", kinds=("failed",))

    def test_what_nobody_can_answer_ends_the_test(self):
        program = (
            "class f:\n    def __init__(self, *x): pass\n    def __eq__(self, o): return True\n    __hash__ = None\n"
            "    def __contains__(self, x): return True\n    def __int__(self): return 1\n"
            "    def __add__(self, o): return 5\n    def __enter__(self): pass\n    def __exit__(self, *a): return True"
        )
        for use in (
            "assert f() != 1", "assert 1 not in f()", "int(f())", "f() + 5", "f() + f()", "import copy; copy.copy(f())",
            "with f(): raise ValueError",
        ):
            test = "%s\ntry:\n    %s\nexcept Exception: pass" % (use, use)
            self.fails(program, use, test, "try:\n    %s\nexcept Exception: pass" % use, kinds=("failed",))
        self.passes(program, "try: {f()}\nexcept TypeError: pass\nelse: assert False", level="objects")

    def test_no_program_makes_a_broken_test_of_its_own_failure(self):
        mine = "class BrokenTest(Exception): pass\n"
        theirs = "from sandbox_tools.text.snippet import BrokenTest\n"
        error = "raise BrokenTest(SyntaxError('invalid syntax (<test>, line 1)'))"
        for program in (
            "x = = 1", "def f(x): return '\0'", "raise SyntaxError('no')", mine + error, theirs + error,
            "def f(x): exec('(')", "def f(x): raise SyntaxError('invalid syntax', ('<test>', 1, 1, 'assert ('))",
            *("%sdef f(x): %s" % (source, error) for source in (mine, theirs)),
            theirs + "BrokenTest.__module__ = 'json'\ndef f(x): %s" % error,
            "import sandbox_tools.text.snippet as s\ndef f(x): s.compile_snippet('assert (')",
            "from sandbox_tools.split.checker import compile_job\n"
            "def f(x): compile_job({'test': '(', 'setup': '(', 'entryPoint': 'f'})",
        ):
            self.fails(program, "assert f(1) == 1", kinds=("raised",))
        lazy = "class O:\n    def __eq__(self, o): exec('(')\n    def __repr__(self): exec('(')\ndef f(x): return O()"
        self.fails(lazy, "assert f(1) == 1", "assert str(f(1)) == '1'")
        self.fails("def f(g): g('(')", "def g(text): exec(text)\nf(g)", kinds=("raised",))
        tests = ("exec(f(1))", "eval(f(1))", "compile(f(1), '<test>', 'exec')")
        self.fails("def f(x): return '('", *tests, kinds=("raised",))

    def test_no_frame_says_that_the_test_is_broken(self):
        loaded = [0, [["f"], True, [1, 0, "f", True], []]]
        for tree in (
            [1, {"e": ["BrokenTest", [["x"], None], None, None]}, "x"],
            [1, {"e": ["ValueError", [[], None], ["sandbox_tools.text.snippet", "BrokenTest"], None]}, "x"],
            {"kind": "broken-test"}, ["broken-test", "x"], [0, {"kind": "broken-test", "error": "x"}],
        ):
            for trees in ([tree], [loaded, tree]):
                answer = judge_frames([frame(each) for each in trees], "assert f(1) == 1")
                self.assertIn(answer["kind"], ("nonsense", "raised", "failed"))


if __name__ == "__main__":
    unittest.main()
