from __future__ import annotations

import json
import os
import tempfile
import time
import unittest

from repository import extract, slice_definition
from repository.slicing.project import Project
from repository.slicing.slicer import MOST_FRAGMENTS, Slicer

THIS_PYTHON = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", "..", ".."))


class SliceDefinitionTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = folder.name

    def write(self, **files):
        for name, text in files.items():
            with open(os.path.join(self.root, name + ".py"), "w", encoding="utf-8") as file:
                file.write(text)

    def answer(self, *definitions, **request):
        records = []
        slice_definition.answer({"roots": {"source": self.root}, "definitions": list(definitions), **request}, records.append)
        return records

    def one(self, definition="m.py::target#1", **request):
        return self.answer(definition, **request)[0]

    def test_an_id_that_leads_nowhere_or_out_is_told_and_the_others_are_done(self):
        self.write(m="def target(): return 1\n", two="print 'two'\n")
        os.symlink("/etc/passwd", os.path.join(self.root, "link.py"))
        os.symlink(self.root, os.path.join(self.root, "round"))
        os.mkfifo(os.path.join(self.root, "fifo.py"))
        told = self.answer("m.py::gone#1", "gone.py::f#1", "../m.py::target#1", "/etc/passwd::f#1", "link.py::f#1", "fifo.py::f#1",
                           "round/m.py::target#1", "two.py::f#1", "m.py", "m.py::target#1")
        self.assertEqual([record.get("failed") for record in told], [
            "no-such-definition", "missing", "no-such-definition", "no-such-definition", "missing", "missing", "missing",
            "python-2", "no-such-definition", None])

    def test_the_body_can_be_taken_out_of_every_text_that_holds_it(self):
        self.write(m='import os\n\nclass A:\n    """Says."""\n\n    def target(self):\n        """Does."""\n        # secret\n'
                     '        return os.sep  # secret\n\n    def other(self):\n        return self.target()\n')
        for context in ("sliced", "full"):
            told = self.one("m.py::A.target#1", contexts=[context], stubbed=True)["fragments"]
            whole = json.dumps(told)
            self.assertNotIn("secret", whole)
            self.assertIn("raise NotImplementedError", whole)
            self.assertIn("Does.", whole)
        self.assertIn("self.target()", whole)

    def test_the_whole_files_are_the_definition_s_own_first_and_every_statement_once(self):
        self.write(m="# about\nfrom n import f\n\n# why\nX = 1\n\ndef target():\n    return f()\n\nY = 2\n", n="def f(): return 1\nZ = 3\n")
        told = self.one(contexts=["full"])["fragments"]
        self.assertEqual([(one["path"], one["text"].strip()) for one in told], [
            ("m.py", "def target():\n    return f()"), ("m.py", "# about\nfrom n import f"), ("m.py", "# why\nX = 1"),
            ("m.py", "Y = 2"), ("n.py", "def f(): return 1"), ("n.py", "Z = 3")])

    def test_what_a_definition_calls_is_counted_by_where_it_is(self):
        self.write(m="import os, numpy\nfrom n import f\ndef g(): pass\ndef target(x):\n    g(); f(); os.getcwd(); numpy.array(); len(x); x()\n",
                   n="def f(): pass\n")
        told = self.one(action="graph")
        self.assertEqual(told["connectivity"]["calls"], {
            "in-file": 1, "in-repo": 1, "third-party": 1, "stdlib": 1, "builtin": 1, "unresolved": 1})

    def test_a_module_that_a_definition_uses_is_counted_where_it_is(self):
        self.write(m="import n\ndef target():\n    return n\n", n="X = 1\n")
        told = self.one(action="graph")["connectivity"]["all"]
        self.assertEqual((told["in-repo"], told["in-file"]), (1, 0))

    def test_hostile_definitions_end_soon(self):
        deep = "1" + " + helper(1)" * 5_000
        bases = "".join("class C%d(C%d): pass\n" % (n, n - 1) for n in range(1, 300))
        for name, text in {
            "a long sum": "def helper(x): return x\ndef target(): return %s\n" % deep,
            "a long chain": "import os\ndef target(): return os%s\n" % (".path" * 5_000),
            "a class above itself": "class A(B): pass\nclass B(A): pass\ndef target(): return A().go()\n",
            "values in a circle": "a = b\nb = a\nclass X: y = x\nx = X\ndef target(): return a.c, b(), x.y.y.y()\n",
            "many bases": "class C0: pass\n%sdef target(): return C299().go()\n" % bases,
            "a name that is bound a thousand times": "if a: pass\n%sdef target(): return X\n" % ("if X: X = 1\n" * 2_000),
            "many calls of many": "".join("def f%d(): return %s\n" % (n, "+".join("f%d()" % m for m in range(60))) for n in range(400))
            + "def target(): return f399()\n",
            "a long elif": "if x: pass\n" + "elif x: pass\n" * 900 + "else:\n    Y = 1\ndef target(): return Y\n",
        }.items():
            with self.subTest(name):
                self.write(m=text)
                began = time.process_time()
                told = self.one()
                self.assertLess(time.process_time() - began, 20)
                self.assertLessEqual(len(told.get("fragments", ())), MOST_FRAGMENTS)

    def test_a_slice_depends_on_no_other_and_not_on_what_is_kept(self):
        root, records, identifiers = os.path.join(THIS_PYTHON, "repository", "slicing"), {}, []
        extract.answer({"roots": {"source": root}}, lambda one: identifiers.append(one["id"]) if one["record"] == "definition" else None)
        self.assertGreater(len(identifiers), 100)
        for kept in (1, 1 << 22):
            slicer = Slicer(Project(root, kept=kept))
            for identifier in identifiers[::4] if kept == 1 else reversed(identifiers[::4]):
                text = json.dumps(slicer.slice(identifier), sort_keys=True)
                self.assertEqual(records.setdefault(identifier, text), text)


if __name__ == "__main__":
    unittest.main()
