import os
import types
import unittest

from sandbox_tools.split.compiled_test import compile_job, compile_once, is_whole, packed, unpacked
from sandbox_tools.text.snippet import BrokenTest

JOB = {"test": "import math\ntotal = f(2)\nassert f(math.pi) == 3, 'no'", "setup": "def helper(x):\n    return x\n", "entryPoint": "f"}


def file_of(data=b""):
    fd = os.memfd_create("compiled")
    os.write(fd, data)
    return fd


def content(fd):
    return os.pread(fd, os.fstat(fd).st_size, 0)


def compiled(job, data=b""):
    """(the test, what lies in its file afterwards)"""
    fd = file_of(data)
    kept = os.dup(fd)
    try:
        return compile_once(job, fd), content(kept)
    finally:
        os.close(kept)


def told_of(test):
    last = test.snippet.comparison
    codes = [test.setup, test.snippet.body, *((last.left, last.right, last.message) if last else ())]
    return [code and (code.co_code, code.co_names, code.co_filename) for code in codes], test.mentioned, test.stored


class OneCompilation(unittest.TestCase):
    def test_what_was_kept_is_the_test_that_was_compiled(self):
        first, data = compiled(JOB)
        second, after = compiled(JOB, data)
        self.assertEqual(told_of(second), told_of(first))
        self.assertEqual(told_of(first), told_of(compile_job(JOB)))
        self.assertEqual(after, data)

    def test_names_are_known_with_it(self):
        test, _ = compiled(JOB)
        self.assertTrue({"f", "math", "pi"} <= test.mentioned)
        self.assertTrue({"total", "math", "helper"} <= test.stored)

    def test_a_test_without_a_last_comparison_is_kept_too(self):
        job = {**JOB, "test": "def check(candidate):\n    assert candidate(1)\n", "setup": ""}
        test = unpacked(packed(compile_job(job)))
        self.assertIsNone(test.snippet.comparison)
        self.assertIsNone(test.setup)
        self.assertIsInstance(test.snippet.body, types.CodeType)

    def test_what_was_cut_off_is_not_whole(self):
        _, data = compiled(JOB)
        self.assertTrue(is_whole(data))
        for cut in (data[:-1], data[:8], data[:3], b""):
            self.assertFalse(is_whole(cut))

    def test_the_file_is_closed_before_anything_can_be_heard(self):
        for job in (JOB, {**JOB, "test": "def ("}):
            fd = file_of()
            try:
                compile_once(job, fd)
            except BrokenTest:
                pass
            with self.assertRaises(OSError):
                os.fstat(fd)

    def test_of_a_test_that_cannot_be_compiled_nothing_is_kept(self):
        fd = file_of()
        kept = os.dup(fd)
        with self.assertRaises(BrokenTest):
            compile_once({**JOB, "test": "def ("}, fd)
        self.assertEqual(content(kept), b"")
        os.close(kept)

    def test_of_a_check_without_a_test_nothing_is_kept(self):
        test, data = compiled({**JOB, "test": None})
        self.assertIsNone(test.snippet)
        self.assertEqual(data, b"")


if __name__ == "__main__":
    unittest.main()
