import json
import os
import subprocess
import sys
import unittest

PATH = os.path.join(os.path.dirname(__file__), "..", "bootstrap.py")
MAIN = "from sandbox_tools import other\ndef main():\n    print(other.WORD, other.__doc__, __name__)\n"


def start(sources=None, frame=None):
    """(exit status, output, what was complained about)"""
    if frame is None:
        body = json.dumps(sources).encode()
        frame = len(body).to_bytes(4, "big") + body
    with open(PATH) as file:
        command = [sys.executable, "-s", "-B", "-c", file.read()]
    ended = subprocess.run(command, input=frame, capture_output=True, timeout=30)
    return ended.returncode, ended.stdout.decode(), ended.stderr.decode()


class Starting(unittest.TestCase):
    def test_the_main_module_runs_with_those_that_it_imports_and_without_docstrings(self):
        told = start({
            "sandbox_tools.__init__": "", "sandbox_tools.main": MAIN,
            "sandbox_tools.other": '"""Words."""\nWORD = "here"',
        })
        self.assertEqual(told, (0, "here None sandbox_tools.main\n", ""))

    def test_texts_are_kept_of_what_is_no_tool_of_every_cell(self):
        main = "def main():\n    from __main__ import finder\n    print(sorted(finder.sources.items()))\n"
        told = start({"sandbox_tools.__init__": "", "sandbox_tools.main": main, "repository.job": "x = 1"})
        self.assertEqual(told, (0, "[('repository.job', 'x = 1')]\n", ""))

    def test_tools_that_are_no_python_are_named_in_the_last_words(self):
        status, said, words = start({"sandbox_tools.__init__": "", "sandbox_tools.main": "def ("})
        self.assertEqual((status, said), (65, ""))
        self.assertIn("SyntaxError", words)
        self.assertIn("<sandbox_tools.main>", words)

    def test_a_host_that_has_gone_is_no_trouble(self):
        for frame in (b"", b"\0\0", b"\0\0\0\x09{"):
            self.assertEqual(start(frame=frame), (0, "", ""))

    def test_more_than_a_bundle_may_have_is_refused(self):
        self.assertEqual(start(frame=b"\x7f\0\0\0"), (64, "", ""))


if __name__ == "__main__":
    unittest.main()
