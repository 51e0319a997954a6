import base64
import json
import os
import tempfile
import unittest

from repository import extract, stubs
from tests.repository.needed import SYNTHETIC, with_synthetic


def run(job, request):
    records = []
    records.append(job.answer(request, records.append))
    return json.loads(json.dumps(records))


@with_synthetic
class ExtractTest(unittest.TestCase):
    def repository(self, name):
        return {"roots": {"source": os.path.join(SYNTHETIC, name)}}

    def statuses(self, name):
        return {record["path"]: record["status"] for record in run(extract, self.repository(name)) if record["record"] == "file"}

    def test_each_hostile_repository_is_read_to_the_end_and_each_file_has_its_row(self):
        for name, path, status in (
            ("python2-file", None, "python-2"), ("bad-encoding", None, "bad-encoding"), ("nul-bytes", None, "nul-bytes"),
            ("five-megabytes", None, "too-large"), ("deep-nesting", "deep_nesting/brackets.py", "too-deep"),
            ("symlinks", "symlinks/loop", "link-loop"), ("symlinks", "symlinks/outside.py", "link-out"),
            ("fifo-socket", "fifo_socket/pipe.py", "fifo"), ("fifo-socket", "fifo_socket/sock.py", "socket"),
        ):
            with self.subTest(name, status=status):
                told = self.statuses(name)
                self.assertIn(status, [told[path]] if path else told.values())
                self.assertIn("parsed", told.values())

    def test_the_answer_counts_what_was_told_and_is_the_same_twice(self):
        request = self.repository("kinds")
        records = run(extract, request)
        self.assertEqual(records, run(extract, request))
        self.assertEqual(records[-1], {"record": "end", "files": {"excluded": 2, "parsed": 1}, "excluded": {"hidden": 1, "tests": 1},
                                       "definitions": 24, "lost": 0, "truncated": False})
        self.assertEqual(sum(record["record"] == "definition" for record in records), 24)
        self.assertEqual(len(run(extract, {**request, "limits": {"definitions": 5}})), 3 + 5 + 1)

    def test_paths_with_dots_and_definitions_of_the_same_name_have_ids_of_their_own(self):
        ids = [record["id"] for record in run(extract, self.repository("dotted-names")) if record["record"] == "definition"]
        self.assertEqual(len(ids), len(set(ids)))
        self.assertTrue({"a/b/c.py::clamp#1", "a.b/c.py::clamp#1", "twice.py::clamp#1", "twice.py::clamp#2"} <= set(ids))


class StubsTest(unittest.TestCase):
    def test_operations_are_answered_in_order_and_failures_are_told(self):
        with tempfile.TemporaryDirectory() as root:
            text = "def f(x):\n    '''Doc.'''\n    y = x + 1\n    return y\n"
            with open(os.path.join(root, "m.py"), "w") as file:
                file.write(text)
            os.symlink("/etc/passwd", os.path.join(root, "link.py"))
            here = {"path": "m.py", "qualname": "f", "n": 1}
            records = run(stubs, {"roots": {"source": root}, "operations": [
                {"do": "stub", **here}, {"do": "replace", **here, "candidate": text, "stubbed": True},
                {"do": "replace", **here, "candidate": ""}, {"do": "text", **here},
                {"do": "stub", **here, "n": 2}, {"do": "stub", **here, "path": "link.py"}, {"do": "stub", **here, "path": "../m.py"}]})
        source = base64.b64decode(records[0]["source"]).decode()
        self.assertEqual(source, "def f(x):\n    '''Doc.'''\n    raise NotImplementedError\n")
        self.assertEqual(base64.b64decode(records[1]["source"]).decode(), text)
        self.assertEqual(records[2]["refused"], "empty")
        self.assertEqual((records[3]["definition"], records[3]["signature"]), (text.rstrip(), "def f(x):"))
        self.assertEqual([record["failed"] for record in records[4:7]], ["no-such-definition", "no-such-file", "no-such-file"])
        self.assertEqual(records[7], {"record": "end", "done": 4, "failed": 3})
