import json
import os
import signal
import socket
import unittest

from sandbox_tools.split import checker
from sandbox_tools.split.candidate_link import CandidateLink
from tests.split.boxes import job_of, judge

GIGABYTE = 1 << 30


class Verdicts(unittest.TestCase):
    def says(self, program, test, kind, error=None, actual=None, **more):
        answer = judge(program, test, **more)
        self.assertEqual((answer["kind"], answer["error"], answer["actual"]), (kind, error, actual))
        return answer

    def test_the_texts_are_those_of_one_process(self):
        self.says("def f(x): return x + 1", "assert f(1) == 3", "failed", "AssertionError", "2")
        self.says("def f(x): return x", "assert f('a') == 3, 'why'", "failed", "AssertionError: why", "'a'")
        self.says("def f(x): return x / 0", "f(1)", "raised", "ZeroDivisionError: division by zero\n  line 1, in f")
        self.says("def f(x): assert x > 1, 'mine'", "f(1)", "raised", "AssertionError: mine\n  line 1, in f")
        self.says("def f(x): return x", "f()", "raised", "TypeError: f() missing 1 required positional argument: 'x'")
        unsupported = "TypeError: unsupported operand type(s) for +: 'int' and 'str'"
        self.says("def f(x): return x", "f(1) + 'a'", "raised", unsupported)
        self.says("x = = 1", "f(1)", "raised", "SyntaxError: invalid syntax (solution.py, line 1)")
        self.says("1 / 0", "f(1)", "raised", "ZeroDivisionError: division by zero\n  line 1, in <module>")
        self.says("def f(x): raise KeyboardInterrupt", "f(1)", "raised", "KeyboardInterrupt\n  line 1, in f")
        no_data = "What the program gave (an object) is no data."
        answer = self.says("def f(x): return object()", "assert f(1) == 3", "failed", no_data)
        self.assertEqual(answer["detail"], "not-data")

    def test_words_that_cannot_be_had_are_left_out(self):
        broken = "class E(Exception):\n    def __str__(self): raise %s\ndef f(x): raise E"
        self.says(broken % "ValueError", "f(1)", "raised", "E: <message failed: ValueError>\n  line 3, in f")
        self.says(broken % "SystemExit", "f(1)", "vanished")

    def test_a_failure_is_told_as_soon_as_it_is_decided(self):
        self.assertEqual(judge("def f(x): return x", "assert f(1) == 2")["decided"], [{"kind": "failed"}])
        self.assertEqual(judge("def f(x): yield x", "assert f(1) == 2")["decided"][0]["kind"], "failed")
        self.assertEqual(judge("def f(x): return x", "assert f(1) == 1")["decided"], [])

    def test_what_is_no_data_ends_the_test_whatever_it_swallows(self):
        lenient = "try: %s\nexcept BaseException: pass"
        for program, use, what in (
            ("def f(x): return lambda: 1", "f(1)", "a function"), ("def f(x): return [open]", "f(1)", "a builtin_function"),
            ("class f: pass", "f()", "a f"), ("def f(g): g(f)", "f(lambda x: 1)", "a function"),
            ("class A: pass\ndef f(): 0\na = A()", "import solution; solution.a", "an A"),
            ("def f(x): x.append(f)", "f([1])", "a function"), ("def f(x): return memoryview(b'12').cast('H')", "f(1)", ""),
            ("def f(x): return NotImplemented", "f(1)", ""), ("class L(list):\n    def pop(self): 0\nf = L", "f()", "a L"),
        ):
            for test in (use, lenient % use):
                with self.subTest(program=program, test=test):
                    answer = judge(program, test)
                    self.assertEqual((answer["kind"], answer["detail"]), ("failed", "not-data"))
                    self.assertIn("What the program gave (%s" % what, answer["error"])

    def test_a_program_without_the_entry_point(self):
        missing = "NameError: name 'f' is not defined"
        self.says("def g(x): return 1", "assert f(1) == 1", "raised", missing)
        self.says("def g(x): return 1", None, "raised", missing)
        self.says("def g(x): return 1", "assert f(1) == 1", "raised", missing, setup="def f(x): return 1")
        self.says("def f(x): return 1", None, "passed")

    def test_the_setup_is_trusted_and_its_entry_point_replaced(self):
        setup = "import math\ndef helper(x): return x + 1\ndef f(x):\n    '''to be written'''"
        self.says("def f(x): return 2", "assert f(1) == helper(1) == math.floor(2.5)", "passed", setup=setup)
        program = "def helper(x): return 99\ndef f(x): return 99"
        self.says(program, "assert f(1) == helper(1)", "failed", "AssertionError", "99", setup=setup)

    def test_a_setup_may_end_with_the_head_that_the_program_goes_on_from(self):
        heads = ("def f(x):", "def f(x):\n    # gives x\n", "def f(\n    x,\n):  # any x", "class f:\n\tdef g(self):")
        for head in heads:
            answer = judge("def f(x): return x", "assert f(3) == LIMIT", setup="LIMIT = 3\n%s\n" % head)
            self.assertEqual((answer["kind"], answer["error"]), ("passed", None))

    def test_a_test_that_cannot_be_compiled_is_said_whatever_the_program_does(self):
        programs = ("def f(x): return x", "x = = 1", "1 / 0", "raise SystemExit", "import os; os._exit(0)", "g = 1")
        setups = ("def broken(:", "def g(x):", "def f(x):\n    return (", "def f(x)")
        broken = [("assert f(1) ==", ""), ("x = '\0'", ""), *(("assert f(1) == 1", setup) for setup in setups)]
        for test, setup in broken:
            for program in programs:
                answer = judge(program, test, setup=setup)
                self.assertEqual((answer["kind"], answer["actual"]), ("broken-test", None))
                self.assertRegex(answer["error"], "^in the setup: \\w+Error: " if setup else "^(Syntax|Value)Error: ")
        self.assertEqual(judge("def f(x): return x", None, setup="def broken(:")["kind"], "broken-test")

    def test_a_broken_test_is_said_before_the_program_is_waited_for(self):
        reading, writing = os.pipe()
        job = job_of("assert (")
        try:
            mine, theirs = socket.socketpair()  # nobody ever answers
            pid = os.fork()
            if pid == 0:
                checker.check(job, mine.detach(), CandidateLink, lambda said: os.write(writing, json.dumps(said).encode()))
                os._exit(0)
            said = json.loads(os.read(reading, 1 << 16))
            os.kill(pid, signal.SIGKILL)
            os.waitpid(pid, 0)
        finally:
            os.close(reading)
            os.close(writing)
            mine.close()
            theirs.close()
        self.assertEqual(said["kind"], "broken-test")

    def test_why_a_test_is_broken_fits_into_a_record(self):
        name = "x" * 100_000
        answer = judge("def f(x): return x", "def g(%s, %s): pass" % (name, name))
        self.assertEqual(answer["kind"], "broken-test")
        self.assertLess(len(answer["error"]), 2_100)

    def test_a_pass_needs_a_use_of_the_program(self):
        self.says("def f(x): return 1", "pass", "failed", "The test never called the program.")
        self.assertEqual(judge("def f(x): return 1", "f(1)\nf(2)")["calls"], 2)

    def test_data_is_used_where_the_test_reads_it(self):
        never = ("failed", "The test never called the program.")
        for value in ("5", "[1]", "{}", "None", "'f'"):
            for test in (
                "pass", "x = [1]", "check = lambda c: 1\ncheck(f)",
                "def check(c):\n    for x in []: assert c(x)\ncheck(f)",
                "class T:\n    def test(self, c): pass\nT().test(f)", "import os", "f = 3", "x = 'f'",
                "helper(f)", "helper(c=f)", "(lambda c: 1)(f)",
            ):
                with self.subTest(value=value, test=test):
                    answer = judge("f = %s" % value, test, setup="def helper(c): pass")
                    self.assertEqual((answer["kind"], answer["error"]), never)
        for test in (
            "assert f == [1, 2]", "assert sorted(f) == [1, 2]", "assert sum(f) == 3 and len(f) == 2", "assert 2 in f",
            "import unittest\nunittest.TestCase().assertEqual(f, [1, 2])", "for x in f: assert x > 0",
            "def check():\n    assert f[0] == 1\ncheck()", "def check(c): assert c == 1\ncheck(f[0])",
            "import math\nassert math.fsum(f) == 3", "from solution import f as g\nassert g == [1, 2]",
            "assert eval('f') == [1, 2]",
        ):
            with self.subTest(test=test):
                self.says("f = [1, 2]", test, "passed")

    def test_memory_that_the_test_itself_needs_is_not_the_programs(self):
        large, memory = "x = bytearray(1 << 31)\n", GIGABYTE
        answer = judge("def f(x): return 1", large + "assert f(1) == 1", checker_memory=memory)
        self.assertEqual((answer["kind"], answer["decided"][0]["kind"]), ("broken-test", "broken-test"))
        self.assertIn("more memory", answer["error"])
        answer = judge("def f(x): return 1", "f(1)", setup=large, checker_memory=memory)
        self.assertEqual(answer["kind"], "broken-test")
        answer = judge("def f(x): return 1", "assert f(1) == 1\n" + large, checker_memory=memory)
        self.assertEqual((answer["kind"], answer["detail"]), ("memory-limit", "checker"))

    def test_no_program_makes_a_broken_test_of_its_own_use_of_memory(self):
        for program in (
            "def f(x): return 1 << 31", "f = 1 << 31", "def f(x): raise MemoryError",
            "N = 1 << 31\ndef f(x): return N",
        ):
            plain = program.startswith("f")
            for test in ("x = bytearray(f)", "x = [0] * f") if plain else ("x = bytearray(f(1))", "x = [0] * f(1)"):
                with self.subTest(program=program, test=test):
                    answer = judge(program, test, checker_memory=GIGABYTE)
                    self.assertNotIn(answer["kind"], ("broken-test", "passed", None))
        handed = "def check(candidate): return bytearray(candidate)\ncheck(f)"
        answer = judge("f = 1 << 31", handed, checker_memory=GIGABYTE)
        self.assertEqual((answer["kind"], answer["detail"]), ("memory-limit", "checker"))
        answer = judge("N = 1 << 31\ndef f(): 0", "x = bytearray(N)", checker_memory=GIGABYTE)
        self.assertEqual(answer["kind"], "memory-limit")
        answer = judge("def f(x): return ['x' * 10] * 4000000", "f(1)", checker_memory=GIGABYTE >> 2)
        self.assertEqual((answer["kind"], answer["detail"]), ("memory-limit", None))
        answer = judge("def f(x): raise MemoryError", "f(1)")
        self.assertEqual((answer["kind"], answer["detail"]), ("memory-limit", None))
        many = "globals().update(('n%d' % i, i) for i in range(20000))\ndef f(x): return x"
        answer = judge(many, "x = bytearray(1 << 31)\nf(1)", checker_memory=GIGABYTE)
        self.assertEqual((answer["kind"], answer["detail"]), ("memory-limit", "checker"))

    def test_what_an_import_brought_is_the_programs(self):
        test = "from solution import SIZE\nx = [0] * SIZE\nf(1)"
        answer = judge("SIZE = 10**15\ndef f(x): return x", test, checker_memory=GIGABYTE)
        self.assertEqual((answer["kind"], answer["detail"]), ("memory-limit", "checker"))

    def test_leaving_is_never_a_pass(self):
        killed = "import os; os.kill(os.getpid(), 9)"
        for leave in ("import os; os._exit(0)", "raise SystemExit", "import sys; sys.exit()", killed):
            for test in ("f(1)", "try: f(1)\nexcept: pass"):
                self.says("def f(x):\n    %s" % leave, test, "vanished")
            self.says(leave, "f(1)", "vanished")
        self.says("def f(x): return 1", "f(1)\nraise SystemExit(0)", "vanished")
        self.says("import os\ndef f(x): os.closerange(0, 1000); return 1", "assert f(1) == 1", "vanished")

    def test_leaving_while_the_test_calls_back_is_leaving(self):
        program = """
class O:
    def __getattr__(self, name): raise SystemExit(3)
def f(g):
    try: g(O())
    except BaseException: pass
    return 3
"""
        self.assertEqual(judge(program, "assert f(lambda o: o.name) == 3", level="objects")["kind"], "vanished")

    def test_a_test_that_breaks_off_a_call_ends_there(self):
        alarm = (
            "import signal\nclass Late(Exception): pass\ndef late(*about): raise Late('late')\n"
            "signal.signal(signal.SIGALRM, late)\nsignal.setitimer(signal.ITIMER_REAL, 0.05)\n"
        )
        program = "import time\ndef f(x): time.sleep(0.5); return x"
        self.says(program, alarm + "f(1)", "raised", "Late: late")
        self.says(program, alarm + "try: f(1)\nexcept Late: pass\nassert f(2) == 2", "raised")
        self.says("def f(g): g()", "def g(): raise SystemExit\nf(g)", "vanished")
        self.says("def f(g): g()", "def g(): raise KeyboardInterrupt\nf(g)", "raised", "KeyboardInterrupt")

    def test_memory(self):
        self.says("def f(x): return bytearray(1 << 40)", "f(1)", "memory-limit")
        self.says("def f(x): return [0] * (1 << 30)", "f(1)", "memory-limit", memory=GIGABYTE)
        self.says("x = bytearray(1 << 40)", "f(1)", "memory-limit")

    def test_what_cannot_be_written_or_read_is_no_exception_of_the_programs(self):
        for program, test in (
            ("def f(x): return 'x' * (200 << 20)", "try: f(1)\nexcept ValueError: pass"),
            ("def f(x):\n    v = []\n    for _ in range(200000): v = [v]\n    return v", "try: f(1)\nexcept RecursionError: pass"),
            ("import datetime\nclass Z(datetime.tzinfo):\n    def utcoffset(self, t): raise KeyError\n"
             "def f(x): return datetime.datetime(2020, 1, 1, tzinfo=Z())", "try: f(1)\nexcept KeyError: pass"),
            ("def f(x): return 1", "import functools, collections\n"
             "try: f(collections.defaultdict(functools.partial(int)))\nexcept Exception: pass"),
            ("def f(x): raise StopIteration", "try: f(1)\nexcept RuntimeError: pass"),
            ("def f(x): raise ValueError(f)", "try: f(1)\nexcept ValueError: pass"),
        ):
            with self.subTest(program=program):
                self.assertIn(judge(program, test)["kind"], ("failed", "raised"))

    def test_exceptions_cross_as_the_nearest_class_of_pythons_own(self):
        program = (
            "import json\nclass E(ValueError):\n    def __init__(self, code):\n        super().__init__('x', code)\n"
            "        self.code = code\ndef f(x):\n    if x == 0: raise ValueError('no')\n    if x == 1: json.loads('{')\n"
            "    if x == 2: open('/nowhere')\n    if x == 3: raise ValueError from KeyError('k')\n"
            "    raise E(x)"
        )
        test = """
import json, unittest
T = unittest.TestCase()
with T.assertRaises(ValueError) as caught: f(0)
assert str(caught.exception) == 'no' and caught.exception.args == ('no',)
try: f(7)
except ValueError as error: assert error.code == 7 and error.args == ('x', 7)
try: f(1)
except json.JSONDecodeError as error: assert error.pos == 1
try: f(2)
except FileNotFoundError as error: assert error.filename == '/nowhere' and error.errno == 2 and '/nowhere' in str(error)
try: f(3)
except ValueError as error: assert isinstance(error.__cause__, KeyError)
try: f(8)
except ValueError as error: assert type(error) is not ValueError and type(error).__name__ == 'E'
"""
        self.says(program, test, "passed")
        self.says(program, "f(9)", "raised", "E: ('x', 9)\n  line 11, in f")
        says = "class E(KeyError, ValueError):\n    def __str__(self): return 'said'\ndef f(x): raise E(x)"
        self.says(says, "try: f(1)\nexcept ValueError as error: assert str(error) == 'said' and error.args == (1,)", "passed")

    def test_a_program_does_not_end_an_iteration_of_the_tests(self):
        for kind in ("StopIteration", "StopAsyncIteration"):
            program = "def f(x): raise %s(3)" % kind
            self.says(program, "assert all(map(f, [1]))", "raised", "%s: 3\n  line 1, in f" % kind)
            answer = judge(program, "try: f(1)\nexcept StopIteration: pass")
            self.assertEqual((answer["kind"], answer["detail"]), ("failed", "not-data"))

    def test_sources_as_bytes_and_with_a_mark(self):
        self.says(b"# -*- coding: latin-1 -*-\ndef f(x): return '\xe9'", "assert f(1) == '\u00e9'", "passed")
        self.says(b"\xef\xbb\xbfdef f(x): return 1", "assert f(1) == 1", "passed")
        self.says("\ufeffdef f(x): return 1", "assert f(1) == 1", "passed")


if __name__ == "__main__":
    unittest.main()
