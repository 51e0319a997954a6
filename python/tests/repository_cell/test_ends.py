import signal
import unittest

from repository_cell.ends import Seen, job_end, killed_from_outside

KILLED, LEFT = signal.SIGKILL, 3 << 8


class Ends(unittest.TestCase):
    def test_what_a_job_said_last_stands_whatever_its_process_does_afterwards(self):
        self.assertEqual(job_end(Seen(said=("finished", None), status=KILLED, out_of_memory=True)), {"kind": "finished"})
        told = {"error": {"type": "t", "message": "m"}, "memory": False}
        self.assertEqual(job_end(Seen(said=("raised", told), status=LEFT)), {"kind": "raised", "error": told["error"]})
        self.assertEqual(job_end(Seen(said=("raised", {**told, "memory": True}))), {"kind": "memory-limit"})
        self.assertEqual(job_end(Seen(said=("malformed", None)))["detail"], "tampering")

    def test_what_was_stopped_from_here_is_named_after_why(self):
        for why, kind in (("cpu", "timed-out"), ("wall", "timed-out"), ("output", "output-limit"), ("files", "output-limit")):
            self.assertEqual(job_end(Seen(stopped=why, status=KILLED)), {"kind": kind, "cause": why})
        self.assertEqual(job_end(Seen(stopped="asked")), {"kind": "stopped"})

    def test_a_kill_for_memory_is_the_limit_and_another_is_a_signal(self):
        self.assertEqual(job_end(Seen(status=KILLED, out_of_memory=True)), {"kind": "memory-limit"})
        self.assertEqual(job_end(Seen(killed=True, out_of_memory=True)), {"kind": "memory-limit"})
        self.assertEqual(job_end(Seen(status=KILLED)), {"kind": "killed-by-signal", "signal": "SIGKILL"})
        self.assertEqual(job_end(Seen(status=signal.SIGTERM, out_of_memory=True))["signal"], "SIGTERM")

    def test_a_status_is_told_where_nothing_else_is_known(self):
        self.assertEqual(job_end(Seen(status=LEFT)), {"kind": "exited", "code": 3})

    def test_only_a_box_that_nobody_here_has_ended_was_killed_from_outside(self):
        self.assertTrue(killed_from_outside(Seen(killed=True)))
        for more in ({"stopped": "cpu"}, {"said": ("finished", None)}, {"out_of_memory": True}):
            self.assertFalse(killed_from_outside(Seen(killed=True, **more)))


if __name__ == "__main__":
    unittest.main()
