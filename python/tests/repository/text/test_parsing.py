from __future__ import annotations

import os
import subprocess
import sys
import unittest

PYTHON = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", "..", ".."))
PROGRAM = """
from repository.text.parsing import parse
for text in ("-" * 200000 + "1", "(" * 5000, "a" + ".b" * 100000):
    try:
        parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        pass
print("alive")
"""


class ParsingTest(unittest.TestCase):
    def test_what_is_nested_deeply_does_not_end_the_process(self):
        done = subprocess.run([sys.executable, "-B", "-c", PROGRAM], cwd=PYTHON, env={"PATH": os.environ.get("PATH", "")}, capture_output=True, text=True, timeout=120)
        self.assertEqual((done.returncode, done.stdout), (0, "alive\n"), done.stderr[-500:])
