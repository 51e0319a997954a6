from __future__ import annotations

import unittest

from repository import keep_cases


class KeepingCases(unittest.TestCase):
    def test_a_harness_keeps_only_what_is_wanted(self):
        source = "import re\n\n\ndef case_0():\n    fut(load(\"a\"))\n\n\ndef case_1():\n    fut('''\n\n\n\n''', load('b'))\n\n\ndef case_2():\n    fut(2)\n"
        harness = {"source": source, "cases": ["case_0", "case_1", "case_2"], "blobs": {"a": "x", "b": "y"}}
        kept = keep_cases.answer({"harness": harness, "keep": ["case_1"]}, print)
        self.assertEqual(kept["source"], "import re\n\n\ndef case_1():\n    fut('''\n\n\n\n''', load('b'))\n")
        self.assertEqual(kept["blobs"], ["b"])


if __name__ == "__main__":
    unittest.main()
