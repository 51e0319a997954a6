import json
import os
import tempfile
import time
import unittest

from repository import smoke_imports


class SmokeTest(unittest.TestCase):
    def run_on(self, files, **more):
        with tempfile.TemporaryDirectory() as root:
            for path, text in files.items():
                full = os.path.join(root, path)
                os.makedirs(os.path.dirname(full), exist_ok=True)
                with open(full, "wb") as file:
                    file.write(text if isinstance(text, bytes) else text.encode())
            records = []
            answer = smoke_imports.answer({"roots": {"project": root}, "seconds": 5, **more}, records.append)
            json.dumps([answer, records])
            return answer, {record["module"]: record for record in records}

    def test_every_way_to_end_at_import_has_its_name(self):
        answer, rows = self.run_on({
            "fine.py": "import warnings; warnings.warn('mind'); print('hello')", "exit0.py": "raise SystemExit(0)", "exit1.py": "import os; os._exit(0)", "asks.py": "input('? ')",
            "reads.py": "import sys\nassert sys.stdin.read() == ''", "net.py": "import socket; socket.create_connection(('127.0.0.1', 9))", "dns.py": "import socket; socket.getaddrinfo('example.invalid', 1)",
            "tries.py": "import urllib.request\ntry: urllib.request.urlopen('http://127.0.0.1:9')\nexcept OSError: pass", "hang.py": "while True: pass",
            "opt.py": "import a_thing_nobody_has", "old.py": "print 'x'", "nul.py": b"x = 1\0", "latin.py": b"x = '\xe9'", "bad.py": "1 / 0", "writes.py": "open('left', 'w').close()",
            "deep.py": "x = " + "(" * 3000 + ")" * 3000, "killed.py": "import os, signal; os.kill(os.getpid(), signal.SIGKILL)", "own.py": "import smoked.gone", "smoked/__init__.py": "", "smoked/__main__.py": "1/0"})
        status = {name: row["status"] for name, row in rows.items()}
        self.assertEqual(status, {"fine": "ok", "exit0": "exits", "exit1": "exits", "asks": "prompts", "reads": "ok", "net": "network", "dns": "network", "tries": "ok", "hang": "hangs", "opt": "needs",
                                  "old": "unreadable", "nul": "unreadable", "latin": "unreadable", "bad": "raises", "writes": "ok", "deep": "unreadable", "killed": "raises", "own": "raises", "smoked": "ok"})
        self.assertEqual((rows["fine"]["warnings"], rows["fine"]["output"]), (["UserWarning: mind"], "hello\n"))
        self.assertTrue(rows["net"]["network"] and rows["tries"]["network"] and not rows["fine"]["network"])
        self.assertEqual((rows["writes"]["writes"], answer["needs"], answer["status"]), (["left"], {"a_thing_nobody_has": ["opt"]}, "partial"))
        self.assertEqual(answer["skipped"], [{"path": "smoked/__main__.py", "why": "the program itself"}])

    def test_a_cycle_is_entered_where_it_can_be(self):
        answer, rows = self.run_on({"c/__init__.py": "", "c/a.py": "from c.b import LIMIT\nSTART = 1\n", "c/b.py": "import c.a\nLIMIT = c.a.START if hasattr(c, 'x') else 10\n", "c/z.py": ""})
        self.assertEqual((answer["status"], rows["c.b"]["status"], rows["c.b"]["order"]), ("ok", "ok", ["c.a"]))

    def test_what_a_module_leaves_running_is_not_waited_for_and_is_ended(self):
        started = time.monotonic()
        code = "import os, time\nif os.fork() == 0:\n    os.setsid()\n    time.sleep(1000)\n"
        answer, rows = self.run_on({"daemon.py": code, "thread.py": "import threading, time\nthreading.Thread(target=time.sleep, args=(1000,)).start()\n"})
        self.assertEqual([row["status"] for row in rows.values()], ["ok", "ok"])
        self.assertLess(time.monotonic() - started, 10)

    def test_nothing_imported_is_a_failure_and_a_whole_limit_holds(self):
        self.assertEqual(self.run_on({"only.py": "raise SystemExit(0)"})[0]["status"], "import_failed")
        answer, _ = self.run_on({f"h{n}.py": "while True: pass" for n in range(9)} | {"a.py": ""}, totalSeconds=3)
        self.assertGreater(answer["notRun"], 0)
        self.assertEqual(answer["status"], "partial")

    def test_modules_that_the_whole_limit_left_out_make_it_partial(self):
        fine = {"status": "ok", "missing": None}
        self.assertEqual([smoke_imports.conclude([fine], left)["status"] for left in (0, 1)], ["ok", "partial"])


if __name__ == "__main__":
    unittest.main()
