import sys
import tempfile
import time
import unittest

from repository.install.steps import Steps, normalise, signature


class StepsTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.said = []
        self.steps = Steps(folder.name, {"PATH": "/usr/bin:/bin"}, 20, 60, self.said.append)

    def python(self, code):
        return self.steps.run(2, "build", "a step", [sys.executable, "-c", code])

    def test_a_step_that_hangs_is_ended_with_all_that_it_started(self):
        self.steps.step_seconds = 1.5
        started = time.monotonic()
        record = self.python("import os, signal, time\nsignal.signal(signal.SIGTERM, signal.SIG_IGN)\nif os.fork() == 0:\n    os.setsid()\n    if os.fork(): os._exit(0)\n    time.sleep(1000)\ntime.sleep(1000)")
        self.assertLess(time.monotonic() - started, 8)
        self.assertEqual((record["exit"], record["signature"]["kind"]), (None, "time-limit"))
        self.assertGreaterEqual(record["ended"], 1)

    def test_a_step_that_somebody_kills_is_no_failure_of_its_own(self):
        self.assertEqual(self.python("import os; os.kill(os.getpid(), 9)")["signature"], {"kind": "stopped", "text": "ended by signal 9"})

    def test_a_flood_of_output_keeps_its_end_only(self):
        record = self.python("import sys\nfor _ in range(400000): print('x' * 60)\nprint('the end')\nsys.exit(3)")
        self.assertEqual((record["exit"], len(record["log"]) <= 6000, record["signature"]["text"]), (3, True, "the end"))

    def test_what_a_log_says_is_named_the_same_on_every_machine(self):
        for log, kind in (("fatal: No names found, cannot describe anything.\n", "tag-missing"), ("x\nConnectionRefusedError: [Errno 111] refused", "network-needed"),
                          ("error: No solution found when resolving dependencies:\n  because\n", "unmet-requirement"), ("Traceback\nRuntimeError: broken on purpose\nhint: x", "build-raised"),
                          ("ModuleNotFoundError: No module named 'pkg_resources'", "pkg-resources"), ("cause: error sending request for url (http://127.0.0.1:9/)", "index-unavailable"),
                          ("FileNotFoundError: [Errno 2] No such file or directory: 'git'", "git-missing"),
                          ("c++: fatal error: Killed signal terminated program cc1plus\nerror: command '/usr/bin/g++' failed with exit code 1", "stopped"),
                          ("Call to `backend.build_wheel` failed (signal: 9 (SIGKILL))", "stopped"), ("RuntimeError: cannot fork: Resource temporarily unavailable", "stopped"),
                          ("Failed to download distribution due to network timeout. Try increasing UV_HTTP_TIMEOUT", "index-unavailable")):
            self.assertEqual(signature(log, 1, False)["kind"], kind, log)
        self.assertEqual(normalise("at /tmp/a1/b/setup.py in 3.2s 0x7f12 of 127.0.0.1:4711"), "at setup.py in 0x of 127.0.0.1")

    def test_a_log_made_to_be_slow_is_read_at_once(self):
        started = time.process_time()
        record = self.python("import sys\nfor n in range(30000): print('XError No solution found when resolving /a/b/c' * (n % 3))\nsys.exit(1)")
        self.assertTrue(record["signature"]["text"])
        self.assertLess(time.process_time() - started, 2)

    def test_no_step_begins_when_no_time_is_left(self):
        self.steps.ends = time.monotonic()
        self.assertEqual(self.python("1")["signature"]["kind"], "time-limit")
        self.assertEqual(len(self.said), 1)


if __name__ == "__main__":
    unittest.main()
