"""Two texts are called the same program only when they are."""
from __future__ import annotations

import time
import unittest

from repository.mutate.same_behaviour import behaviour

SAME = [
    ("layout and comments", "def f(a):\n    return (a +  1)  # more\n", "def f(a):\n\n    return a+1\n"),
    ("the end written out", "def f(a):\n    g(a)\n", "def f(a):\n    g(a)\n    return None\n"),
    ("unreachable code", "def f(a):\n    return a\n    g()\n", "def f(a):\n    return a\n"),
    ("a condition that never holds", "def f(a):\n    if False:\n        g()\n    return a\n", "def f(a):\n    return a\n"),
    ("folded constants", "def f():\n    return 2 * 3\n", "def f():\n    return 6\n"),
    ("continue at the end of a loop", "def f(a):\n    for x in a:\n        if x:\n            g(x)\n            continue\n",
     "def f(a):\n    for x in a:\n        if x:\n            g(x)\n            pass\n"),
    ("a return that the next line repeats", "def f(a):\n    if a:\n        return None\n    return None\n",
     "def f(a):\n    if a:\n        pass\n    return None\n"),
    ("a constant that nobody reads", "def f(a):\n    b = 1\n    return a\n", "def f(a):\n    b = 2\n    return a\n"),
    ("a constant that nobody reads, left out", "def f(a):\n    b = 1\n    return a\n", "def f(a):\n    pass\n    return a\n"),
    ("is not", "def f(a):\n    return a is not None\n", "def f(a):\n    return not (a is None)\n"),
    ("inside an inner function", "def f(a):\n    def g():\n        return None\n    return g\n", "def f(a):\n    def g():\n        pass\n    return g\n"),
    ("in a try", "def f(a):\n    try:\n        g()\n    except E:\n        return None\n", "def f(a):\n    try:\n        g()\n    except E:\n        pass\n"),
]
DIFFERENT = [
    ("int and float", "def f():\n    return 1\n", "def f():\n    return 1.0\n"),
    ("int and bool", "def f():\n    return 1\n", "def f():\n    return True\n"),
    ("the two zeros", "def f():\n    return 0.0\n", "def f():\n    return -0.0\n"),
    ("types within tuples", "def f():\n    return (1, 2)\n", "def f():\n    return (1, 2.0)\n"),
    ("types within sets", "def f(a):\n    return a in {1, 2}\n", "def f(a):\n    return a in {1.0, 2}\n"),
    ("an assertion", "def f(a):\n    assert a\n    return a\n", "def f(a):\n    return a\n"),
    ("a docstring", "def f(a):\n    'x'\n    return a\n", "def f(a):\n    'y'\n    return a\n"),
    ("comparison", "def f(a):\n    return a < 1\n", "def f(a):\n    return a <= 1\n"),
    ("a call or none", "def f(a):\n    b = g()\n    return a\n", "def f(a):\n    return a\n"),
    ("a constant read by a closure", "def f(a):\n    b = 1\n    return lambda: b\n", "def f(a):\n    b = 2\n    return lambda: b\n"),
    ("a constant that locals() tells", "def f(a):\n    b = 1\n    return locals()\n", "def f(a):\n    b = 2\n    return locals()\n"),
    ("a constant that eval may read", "def f(a):\n    b = 1\n    return eval(a)\n", "def f(a):\n    b = 2\n    return eval(a)\n"),
    ("a constant that is deleted", "def f(a):\n    b = 1\n    del b\n", "def f(a):\n    pass\n    del b\n"),
    ("the handler", "def f(a):\n    try:\n        g()\n    except E:\n        return 1\n    h()\n", "def f(a):\n    try:\n        g()\n        h()\n    except E:\n        return 1\n"),
    ("what a handler protects", "def f(a):\n    try:\n        g()\n        h()\n    except E:\n        pass\n", "def f(a):\n    try:\n        g()\n    except E:\n        pass\n    else:\n        h()\n"),
    ("global and local", "def f(a):\n    b = 1\n", "def f(a):\n    global b\n    b = 1\n"),
    ("a default", "def f(a=1):\n    return a\n", "def f(a=2):\n    return a\n"),
    ("a keyword's name", "def f(a):\n    return g(x=a)\n", "def f(a):\n    return g(y=a)\n"),
    ("an attribute", "def f(a):\n    return a.x\n", "def f(a):\n    return a.y\n"),
    ("method and attribute", "def f(a):\n    return a.x()\n", "def f(a):\n    return (a.x)(1)\n"),
    ("generator or not", "def f(a):\n    yield a\n", "def f(a):\n    return a\n"),
    ("break and continue", "def f(a):\n    for x in a:\n        if x:\n            break\n        g()\n",
     "def f(a):\n    for x in a:\n        if x:\n            continue\n        g()\n"),
    ("which loop goes on", "def f(a):\n    while a:\n        g()\n    while a:\n        g()\n", "def f(a):\n    while a:\n        g()\n"),
    ("how often", "def f():\n    g()\n    g()\n    g()\n", "def f():\n    g()\n    g()\n"),
    ("a private name", "def f(a):\n    return a.__x\n", "def f(a):\n    return a.__y\n"),
    ("formats", "def f(a):\n    return f'{a!r}'\n", "def f(a):\n    return f'{a!s}'\n"),
]


class SameBehaviourTest(unittest.TestCase):
    def test_the_same_program_has_the_same_digest(self):
        for name, one, other in SAME:
            with self.subTest(name):
                self.assertEqual(behaviour(one), behaviour(other))

    def test_another_program_never_has(self):
        for name, one, other in DIFFERENT:
            with self.subTest(name):
                self.assertNotEqual(behaviour(one), behaviour(other))

    def test_text_that_does_not_compile_or_is_too_long_has_none(self):
        self.assertIsNone(behaviour("def f(:\n"))
        self.assertIsNone(behaviour("def f():\n    return 'a\0'\n"))
        self.assertIsNone(behaviour("def f():\n    return " + "(" * 5_000 + ")" * 5_000 + "\n"))
        self.assertIsNone(behaviour("def f():\n" + "    g()\n" * 5_000))

    def test_a_thousand_equal_lines_take_no_time(self):
        started = time.monotonic()
        text = "def f():\n" + "    g()\n" * 1_000
        self.assertNotEqual(behaviour(text), behaviour(text + "    g()\n"))
        self.assertLess(time.monotonic() - started, 20)


if __name__ == "__main__":
    unittest.main()
