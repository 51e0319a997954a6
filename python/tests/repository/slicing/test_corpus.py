from __future__ import annotations

import os
import subprocess
import sys
import unittest

from tests.repository.slicing.corpus_files import everything, names, read, told

PYTHON = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", "..", ".."))
# What slices of others get wrong, one case each.
KNOWN_DEFECTS = (
    "An import by another name leads to the function under its own",
    "A re-export under another name leads through to the definition",
    "An attribute of an imported module is the function in it",
    "An attribute of a module imported by another name is the function in it",
    "A data class keeps its decorator and its fields",
    "Both ways of a conditional import stand with their guards",
    "Both ways of a conditional value stand with the condition",
    "A lambda leaves the parameters of its function local",
    "A positional-only parameter is local",
    "Annotated with an empty string loses nothing",
    "A class in a quoted annotation is found",
)


class TheCorpus(unittest.TestCase):
    def test_every_slice_is_exactly_what_is_expected(self):
        for name in names():
            for case in read(name):
                if sys.version_info >= case.least:
                    with self.subTest(case.title):
                        self.assertEqual(told(case.record()), case.expected)

    def test_it_holds_every_known_defect_and_forty_cases_at_least(self):
        titles = [case.title for name in names() for case in read(name)]
        self.assertEqual(len(titles), len(set(titles)))
        self.assertGreaterEqual(len(titles), 40)
        self.assertEqual([title for title in KNOWN_DEFECTS if title not in titles], [])

    def test_fragments_are_the_bytes_of_their_files(self):
        for name in names():
            for case in read(name):
                if sys.version_info >= case.least:
                    for one in case.record()["fragments"]:
                        raw = case.files[one["path"]].encode("utf-8")
                        self.assertEqual(one["text"].encode("utf-8"), raw[one["start"]:one["end"]], case.title)

    def test_it_is_the_same_bytes_under_any_hash_seed_and_python(self):
        expected = everything() + "\n"
        others = [one for one in os.environ.get("OTHER_PYTHONS", "").split(os.pathsep) if one]
        for program, seed in [(sys.executable, "1"), (sys.executable, "2"), *((one, "3") for one in others)]:
            with self.subTest(program, seed=seed):
                done = subprocess.run([program, "-B", "-m", "tests.repository.slicing.corpus_files", "print"], cwd=PYTHON,
                                      env={"PYTHONHASHSEED": seed}, capture_output=True, text=True, timeout=120)
                self.assertEqual((done.stdout == expected, done.stderr), (True, ""))


if __name__ == "__main__":
    unittest.main()
