import signal
import unittest

from sandbox_tools.judge import UNDESCRIBED, Observation, outcome, verdict_kind

LIMIT = 1000.0


class VerdictKind(unittest.TestCase):
    def kind(self, **seen):
        return verdict_kind(Observation(**seen), LIMIT)

    def test_a_pass_needs_the_record_and_an_orderly_end(self):
        self.assertEqual(self.kind(recorded="passed", exit_code=0), "passed")
        self.assertEqual(self.kind(recorded="passed", exit_code=1), "exited-early")
        self.assertEqual(self.kind(recorded="passed", signal_number=signal.SIGKILL), "exited-early")

    def test_an_end_without_a_record_is_early_whatever_the_status(self):
        for code in (0, 1, 120):
            self.assertEqual(self.kind(exit_code=code), "exited-early")

    def test_a_limit_beats_a_pass_recorded_too_late(self):
        self.assertEqual(self.kind(recorded="passed", exit_code=0, cpu_ms=1000.0), "timed-out")
        self.assertEqual(self.kind(recorded="passed", exit_code=0, stopped="wall"), "timed-out")
        self.assertEqual(self.kind(recorded="passed", exit_code=0, stopped="output"), "output-limit")

    def test_a_failure_recorded_before_the_stop_stands(self):
        seen = {"recorded": "failed", "stopped": "cpu", "signal_number": signal.SIGKILL, "cpu_ms": 1001.0}
        self.assertEqual(self.kind(**seen), "failed")

    def test_a_kill_is_memory_only_when_the_kernel_counted_one(self):
        self.assertEqual(self.kind(signal_number=signal.SIGKILL, out_of_memory=True), "memory-limit")
        self.assertEqual(self.kind(signal_number=signal.SIGKILL), "killed-by-signal")
        self.assertEqual(self.kind(signal_number=signal.SIGSEGV, out_of_memory=True), "killed-by-signal")

    def test_the_kernels_own_cpu_limit_is_a_time_limit(self):
        self.assertEqual(self.kind(signal_number=signal.SIGXCPU), "timed-out")


class Outcome(unittest.TestCase):
    def test_half_the_limit_makes_it_time_sensitive(self):
        for cpu_ms, sensitive in ((499.0, False), (500.0, True)):
            seen = Observation(recorded="passed", exit_code=0, cpu_ms=cpu_ms)
            self.assertEqual(outcome(seen, LIMIT)["timeSensitive"], sensitive)

    def test_a_stopped_test_yields_a_fixed_sentence_and_nothing_of_the_program(self):
        seen = Observation(stopped="wall", signal_number=9, error="partial", actual="partial")
        self.assertEqual(
            outcome(seen, LIMIT),
            {
                "kind": "timed-out",
                "cpuMs": 0.0,
                "timeSensitive": True,
                "error": "Stopped: the test did not finish within its time limit.",
            },
        )

    def test_a_pass_carries_no_texts(self):
        seen = Observation(recorded="passed", exit_code=0, error="x", actual="y", disk_full=True)
        self.assertEqual(set(outcome(seen, LIMIT)), {"kind", "cpuMs", "timeSensitive"})

    def test_details_come_from_what_was_seen(self):
        self.assertEqual(outcome(Observation(exit_code=0, tampered=True), LIMIT)["detail"], "tampering")
        self.assertEqual(outcome(Observation(exit_code=0, processes_full=True), LIMIT)["detail"], "processes")
        self.assertEqual(outcome(Observation(exit_code=0, disk_full=True), LIMIT)["detail"], "disk")
        self.assertEqual(outcome(Observation(signal_number=signal.SIGABRT), LIMIT)["detail"], "SIGABRT")

    def test_a_failure_that_could_not_be_described_says_so(self):
        self.assertEqual(outcome(Observation(recorded="raised", exit_code=0), LIMIT)["error"], UNDESCRIBED)


if __name__ == "__main__":
    unittest.main()
