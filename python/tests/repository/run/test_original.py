from __future__ import annotations

import os
import tempfile
import unittest

from repository import keep_cases, run_original

from .running import TOOLS, compared, prepared, run

PROJECT = '''\
import re


def find(pattern, text, give_match=False):
    found = re.search(pattern, text)
    return found if give_match else bool(found)


def keep(value):
    return [value]
'''


class ReferenceTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.project = folder.name
        with open(os.path.join(self.project, "finding.py"), "w", encoding="utf-8") as file:
            file.write(PROJECT)

    def _twice(self, source: str, qualname: str = "find") -> tuple:
        said = []
        harness = {"target": "finding.py::%s#1" % qualname, "module": "finding", "qualname": qualname, "source": source}
        final = run_original.answer({"roots": {"project": self.project, "tools": TOOLS}, "harness": harness}, said.append)
        return said, final

    def test_tells_what_was_made_ready_and_then_two_equal_runs(self):
        said, final = self._twice("def case_0():\n    find('a', 'cab')\n\ndef case_1():\n    find('[', '')\n")
        self.assertEqual([one["ok"] for one in final["imports"]], [True, True])
        self.assertEqual(said[0]["prepared"]["cases"], ["case_0", "case_1"])
        runs = [[compared(one["record"]) for one in said[1:] if one["run"] == number] for number in (1, 2)]
        self.assertEqual(len(runs[0]), 2)
        self.assertEqual(runs[0], runs[1])

    def test_a_second_run_is_not_tried_where_the_first_is_not_imported(self):
        said, final = self._twice("import nothing_of_this_name\n\ndef case_0():\n    find('a', 'b')\n")
        self.assertEqual([one["ok"] for one in final["imports"]], [False])
        self.assertEqual(len(said), 1)

    def test_what_is_no_python_is_an_error_and_nothing_runs(self):
        said, final = self._twice("def case_0(:\n")
        self.assertEqual((said, final["error"]["code"]), ([], "parse_error"))

    def test_a_match_is_told_by_what_it_found(self):
        said, _ = self._twice("def case_0():\n    find('a+', 'caab', True)\n")
        name, state = said[1]["record"]["calls"][0]["outcome"]["value"]["o"]
        self.assertEqual(name, "re:Match")
        self.assertEqual(state[1:], ["caab", 0, 4, {"t": [{"t": [1, 3]}]}])

    def test_a_function_that_a_case_has_made_is_told_by_its_text_and_what_it_holds(self):
        source = "def case_0():\n    n = %s\n    keep(lambda x: x + n)\n\ndef case_1():\n    keep(lambda x: x - 1)\n"
        values = []
        for n in ("3", "3", "4"):
            said, _ = self._twice(source % n, "keep")
            values.append(said[1]["record"]["calls"][0]["outcome"]["value"])
        self.assertEqual(values[0], values[1])
        self.assertNotEqual(values[0], values[2])
        self.assertEqual(list(values[0][0]["fn"]), ["harness"])
        self.assertNotEqual(values[0], said[2]["record"]["calls"][0]["outcome"]["value"])


class CaseFactsTest(unittest.TestCase):
    def _facts(self, source: str) -> dict:
        return prepared("finding", "find", source)["facts"]["perCase"]

    def test_say_what_each_case_compares(self):
        told = self._facts(
            "import unittest\n"
            "def case_call():\n    find('a', 'b')\n"
            "def case_observe():\n    observe(find('a', 'b'))\n"
            "def case_compare():\n    assert find('a', 'b') == False\n"
            "def case_self():\n    assert find('a', 'b') == find('a', 'b')\n"
            "def case_constant():\n    find('a', 'b')\n    assert 1 == 1\n")
        counts = {name: (one["target"], one["self"], one["constant"]) for name, one in told.items()}
        self.assertEqual(counts, {"case_call": (1, 0, 0), "case_observe": (1, 0, 0), "case_compare": (1, 0, 0), "case_self": (0, 1, 0),
                                  "case_constant": (0, 0, 1)})

    def test_say_which_cases_are_skipped_and_which_swallow_what_they_compare(self):
        told = self._facts(
            "import pytest\n"
            "@pytest.mark.skip\ndef test_skipped():\n    assert find('a', 'b')\n"
            "def test_swallows():\n    try:\n        assert find('a', 'b')\n    except Exception:\n        pass\n"
            "def test_both():\n    try:\n        assert find('a', 'b')\n    except Exception:\n        pass\n    assert find('b', 'b')\n"
            "@pytest.mark.parametrize('x', ['a', 'b'])\ndef test_rows(x):\n    assert find(x, 'b')\n")
        self.assertEqual({name for name, one in told.items() if one["skipped"]}, {"test_skipped"})
        self.assertEqual({name for name, one in told.items() if one["swallows"]}, {"test_swallows"})
        self.assertTrue({"test_rows[0]", "test_rows[1]"} <= told.keys())


class KeepCasesTest(unittest.TestCase):
    def test_takes_the_text_of_the_others_and_names_the_blobs_that_are_left(self):
        source = "import re\n\n\ndef case_0():\n    find(load('k'), 'a')\n\n\ndef case_1():\n    find('a', load('m'))\n"
        harness = {"source": source, "cases": ["case_0", "case_1"], "blobs": {"k": "", "m": ""}, "target": "x"}
        told = keep_cases.answer({"harness": harness, "keep": ["case_1"]}, None)
        self.assertNotIn("case_0", told["source"])
        self.assertIn("import re", told["source"])
        self.assertEqual(told["blobs"], ["m"])


if __name__ == "__main__":
    unittest.main()
