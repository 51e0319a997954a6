import json
import os
import unittest

from sandbox_tools.box.shared import is_failed_assertion, perform, run_snippet
from sandbox_tools.text.explain import PROGRAM_FILE, describe_exception, describe_value
from sandbox_tools.text.snippet import BrokenTest, compile_snippet
from sandbox_tools.text.unequal import UnequalError


def run(test, program=""):
    namespace = {}
    exec(compile(program, PROGRAM_FILE, "exec", dont_inherit=True), namespace)
    run_snippet(compile_snippet(test), namespace)
    return namespace


def caught(test, program=""):
    try:
        run(test, program)
    except BaseException as error:
        return error
    raise AssertionError("nothing was raised")


class Comparisons(unittest.TestCase):
    def test_an_unequal_left_side_is_kept(self):
        error = caught("assert f(1) == 3", "def f(x): return x + 1")
        self.assertIsInstance(error, UnequalError)
        self.assertEqual(error.left, 2)

    def test_nothing_is_evaluated_twice(self):
        program = "calls = []\ndef f(x):\n    calls.append(x)\n    return 0"
        namespace = {}
        exec(program, namespace)
        with self.assertRaises(UnequalError):
            run_snippet(compile_snippet("assert f(1) == f(2) + 1"), namespace)
        self.assertEqual(namespace["calls"], [1, 2])

    def test_what_comes_before_the_comparison_runs_first(self):
        self.assertEqual(run("x = 1\nassert (y := x) == 1")["y"], 1)

    def test_the_message_is_evaluated_only_on_failure(self):
        run("assert 1 == 1, 1 / 0")
        self.assertEqual(caught("assert 1 == 2, 'why'").message(), "why")
        self.assertEqual(caught("assert 1 == 2, 1 / 0").left, 1)

    def test_other_assertions_run_as_they_are(self):
        for test in ("assert 1 < 0", "assert not f(1)", "assert 1 == 1 == 2", "assert f(1) != 1"):
            error = caught(test, "def f(x): return x")
            self.assertIs(type(error), AssertionError)
            self.assertTrue(is_failed_assertion(error))

    def test_an_empty_test_passes_and_a_broken_one_is_told_from_a_failure(self):
        run("# nothing")
        for test in ("assert (", "x = '\0'", "def f(:"):
            self.assertIsInstance(caught(test), BrokenTest)
        self.assertRegex(str(caught("assert (")), r"^SyntaxError: .* \(<test>, line 1\)$")


class Shared(unittest.TestCase):
    def said(self, program, test, setup=""):
        """The kinds of the records about a program that shares its process with its test, run in a child."""
        reading, writing = os.pipe()
        pid = os.fork()
        if pid == 0:
            try:
                job = {"test": test, "setup": setup, "entryPoint": "f"}
                perform(job, program, lambda record: os.write(writing, (json.dumps(record) + "\n").encode()))
            finally:
                os._exit(0)
        os.close(writing)
        os.waitpid(pid, 0)
        with open(reading) as file:
            return [record["kind"] for record in map(json.loads, file) if "kind" in record]

    def test_a_broken_test_is_said_before_the_program_is_looked_at(self):
        for program in ("def f(x): return x", "x = = 1", "1 / 0", "import os; os._exit(0)"):
            for test in ("assert (", "x = '\0'"):
                self.assertEqual(self.said(program, test), ["broken-test"])
        self.assertEqual(self.said("def f(x): return x", "assert f(1) == 1"), ["passed"])

    def test_no_program_makes_a_broken_test_of_its_own_failure(self):
        for program in ("x = = 1", "raise SyntaxError('no')", "def f(x): exec('(')"):
            for setup in ("", "def f(x):", "def f(x):\n    'x'"):
                self.assertEqual(self.said(program, "assert f(1) == 1", setup), ["raised"])

    def test_a_setup_that_no_program_could_go_on_from_is_not_the_programs_fault(self):
        setup = "import = math\ndef f(x):\n"
        self.assertEqual(self.said(setup + "    return x", "assert f(1) == 1", setup), ["broken-test"])
        self.assertEqual(self.said("def f(x): return x", "assert f(1) == 1", setup), ["passed"])


class WhoFailed(unittest.TestCase):
    def test_an_assertion_of_the_program_is_not_a_failed_test(self):
        program = "def f(x):\n    assert x > 1, 'small'\n    return x"
        error = caught("assert f(0) == 0", program)
        self.assertFalse(is_failed_assertion(error))
        self.assertEqual(describe_exception(error), "AssertionError: small\n  line 2, in f")

    def test_an_assertion_of_a_library_called_by_the_test_is(self):
        error = caught("import unittest\nunittest.TestCase().assertEqual(f(1), 2)", "def f(x): return x")
        self.assertTrue(is_failed_assertion(error))


class Descriptions(unittest.TestCase):
    def test_a_broken_repr_is_named(self):
        class Bad:
            def __repr__(self):
                raise ValueError("no")

        self.assertEqual(describe_value(Bad()), "<Descriptions.test_a_broken_repr_is_named.Bad whose repr raised ValueError>")

    def test_deep_recursion_shows_both_ends(self):
        error = caught("f(0)", "def f(n):\n    return f(n + 1)")
        text = describe_exception(error)
        self.assertIn("more calls", text)
        self.assertLessEqual(len(text.splitlines()), 10)

    def test_huge_values_are_bounded(self):
        self.assertLess(len(describe_value(list(range(100000)))), 1100)


if __name__ == "__main__":
    unittest.main()
