"""Cases that do not end by themselves, or take more than they are given: each ends in time, by its kind, and the next one is as it should be."""
from __future__ import annotations

import tempfile
import time
import unittest

from tests.repository.needed import slow
from tests.repository.run.running import Project, prepared, run

SOURCE = '''
import os, signal, subprocess, sys, threading, time

def act(kind):
    if kind == "loop":
        while True: pass
    if kind == "lock":
        lock = threading.Lock(); lock.acquire(); lock.acquire()
    if kind == "ignores SIGTERM":
        for n in (signal.SIGTERM, signal.SIGINT, signal.SIGXCPU): signal.signal(n, signal.SIG_IGN)
        while True: time.sleep(0.01)
    if kind == "memory":
        return len(bytearray(2 << 30))
    if kind == "flood":
        while True: os.write(1, b"x" * 65536)
    if kind == "prints much":
        print("x" * 300000); return 1
    if kind == "daemon":
        if os.fork() == 0:
            os.setsid()
            if os.fork(): os._exit(0)
            time.sleep(60)
        return 1
    if kind == "child comes back":
        return os.fork() == 0
    if kind == "child process":
        return subprocess.run([sys.executable, "-c", "print(6 * 7)"]).returncode
    if kind == "thread":
        threading.Thread(target=time.sleep, args=(60,)).start(); return 1
    if kind == "abort": os.abort()
    if kind == "segfault":
        import ctypes; ctypes.string_at(0)
    if kind == "exit": sys.exit(3)
    if kind == "_exit": os._exit(4)
    if kind == "stops itself": os.kill(os.getpid(), signal.SIGSTOP)
    if kind == "big value": return [["x" * 1000] * 1000] * 1000
    if kind == "deep value":
        value = []
        for _ in range(100000): value = [value]
        return value
    if kind == "input": return input()
    if kind == "recursion": return act(kind)
    if kind == "files":
        os.makedirs("a/b"); os.symlink("/", "a/root"); os.mkfifo("pipe"); os.chmod("a", 0); return 1
    return kind
'''
KINDS = {
    "loop": "timed-out", "lock": "timed-out", "ignores SIGTERM": "timed-out", "memory": "raised", "flood": "raised", "prints much": "finished",
    "daemon": "finished", "child comes back": "finished", "child process": "finished", "thread": "finished", "abort": "killed",
    "segfault": "killed", "exit": "exited", "_exit": "exited", "stops itself": "timed-out", "big value": "finished", "deep value": "finished",
    "input": "raised", "recursion": "raised", "files": "finished",
}


class LimitsTest(unittest.TestCase):
    @slow
    def test_each_ends_in_time_and_by_its_kind_and_leaves_nothing(self):
        cases = "".join(f"def case_{n}(): fut({kind!r})\n" for n, kind in enumerate(KINDS))
        harness = prepared("trouble", "act", cases, "trouble.py")["prepared"]
        with Project({"trouble.py": SOURCE}) as project, tempfile.TemporaryDirectory() as base:
            told, final = run(project, harness, folder=base, limits={"wallSeconds": 4, "cpuSeconds": 1, "memoryMb": 1024})
            self.assertEqual({kind: told[f"case_{n}"]["end"]["kind"] for n, kind in enumerate(KINDS)}, KINDS)
            for n, kind in enumerate(KINDS):
                self.assertLess(told[f"case_{n}"]["feedback"]["seconds"], 9, kind)
                self.assertNotIn("leftovers", told[f"case_{n}"]["feedback"], kind)
            number = {kind: f"case_{n}" for n, kind in enumerate(KINDS)}
            self.assertEqual(told[number["child process"]]["stdout"], "42\n")
            self.assertEqual(told[number["child comes back"]]["calls"], [{"outcome": {"value": False}, "arguments": []}])
            self.assertEqual(told[number["prints much"]]["stdout"]["digest"][:2], ["str", 300001])
            self.assertIn("digest", told[number["big value"]]["calls"][0]["outcome"]["value"])
            self.assertEqual((told[number["exit"]]["end"], told[number["_exit"]]["end"]), ({"kind": "exited", "status": 3}, {"kind": "exited", "status": 4}))

    @slow
    def test_an_import_that_hangs_ends_or_asks_is_told(self):
        harness = prepared("trouble", "act", "def case_0(): fut(1)", "trouble.py")["prepared"]
        for text, kind in (("while True: pass", "timed-out"), ("import os; os._exit(5)", "exited"), ("import sys; sys.exit()", "exited"),
                           ("import os; os.abort()", "killed"), ("input()", "raised"), ("x = 1", "raised"), ("def act(x: int", "raised")):
            with self.subTest(text), Project({"trouble.py": text}) as project:
                started = time.monotonic()
                told, final = run(project, harness, limits={"importSeconds": 3})
                self.assertEqual((told, final["import"]["ok"], final["import"]["kind"]), ({}, False, kind))
                self.assertLess(time.monotonic() - started, 10)

    def test_what_an_import_prints_or_warns_of_is_no_failure(self):
        harness = prepared("noisy", "act", "def case_0(): fut(1)", "noisy.py")["prepared"]
        text = "import sys, warnings\nprint('hello')\nwarnings.warn('old')\ndef act(x): return x\n"
        with Project({"noisy.py": text}) as project:
            told, final = run(project, harness)
            self.assertEqual((final["import"]["stdout"], told["case_0"]["calls"][0]["outcome"]), ("hello\n", {"value": 1}))
            self.assertNotIn("stdout", told["case_0"])

    def test_a_project_of_this_librarys_name_and_modules_that_load_late_are_found(self):
        files = {"repository/__init__.py": "", "repository/run.py": "def act(x):\n    from repository import late\n    return late.y + x\n", "repository/late.py": "y = 1"}
        harness = prepared("repository.run", "act", "def case_0(): fut(1)", "repository/run.py")["prepared"]
        with Project(files) as project:
            told, final = run(project, harness)
            self.assertEqual(told["case_0"]["calls"][0]["outcome"], {"value": 2}, final)

    def test_a_project_named_as_a_module_of_the_library_is_the_project(self):
        harness = prepared("tempfile", "act", "def case_0(): fut(1)", "tempfile.py")["prepared"]
        with Project({"tempfile.py": "def act(x): return __name__, x"}) as project:
            told, final = run(project, harness)
            self.assertEqual(told["case_0"]["calls"][0]["outcome"], {"value": {"t": ["tempfile", 1]}}, final)

    def test_results_that_cannot_be_looked_at_are_opaque_and_reach_the_harness(self):
        text = """
class Meta(type):
    def __getattribute__(cls, name): raise BaseException("no")
class Odd(metaclass=Meta):
    def __getattribute__(self, name): raise BaseException("no")
    def __call__(self): return 1
class Wrong(Exception):
    def __str__(self): raise BaseException("no")
def act(x):
    if x: raise Wrong
    return Odd()
"""
        harness = prepared("odd", "act", "def case_0(): observe(type(fut(0)) is type(fut(0)))\ndef case_1(): fut(1)", "odd.py")["prepared"]
        with Project({"odd.py": text}) as project:
            told, _ = run(project, harness)
            self.assertEqual((told["case_0"]["observations"], told["case_0"]["end"]), ([True], {"kind": "finished"}), told)
            self.assertEqual(told["case_1"]["end"]["error"], {"type": "odd:Wrong", "bases": ["Exception", "BaseException"], "message": None})


if __name__ == "__main__":
    unittest.main()
