import signal
import unittest

from sandbox_tools.cell.judge import (
    NONSENSE,
    UNCHECKED,
    UNDESCRIBED,
    Observation,
    outcome,
    script,
    script_end,
    verdict_kind,
)

LIMITS = {"candidate": 1000.0, "checker": 4000.0}
KILLED = signal.SIGKILL


def exited(code):
    return code << 8


def seen(candidate=0, checker=None, cpu_ms=1.0, **said):
    """An observation; `candidate` and `checker` are wait statuses, `checker` None under shared assurance. `ours`: we
    killed the candidate."""
    statuses = {"candidate": (candidate, cpu_ms, said.pop("ours", False))}
    if checker is not None:
        statuses["checker"] = (checker, said.pop("checker_ms", 1.0), False)
    return Observation(statuses, cpu_limits=LIMITS, **said)


class SharedVerdicts(unittest.TestCase):
    def test_a_pass_needs_the_record_and_an_orderly_end(self):
        self.assertEqual(verdict_kind(seen(recorded="passed")), "passed")
        self.assertEqual(verdict_kind(seen(exited(1), recorded="passed")), "exited-early")
        self.assertEqual(verdict_kind(seen(KILLED, recorded="passed")), "exited-early")

    def test_an_end_without_a_record_is_early_whatever_the_status(self):
        for code in (0, 1, 71, 120):
            self.assertEqual(verdict_kind(seen(exited(code))), "exited-early")

    def test_a_limit_beats_a_pass_recorded_too_late(self):
        self.assertEqual(verdict_kind(seen(recorded="passed", cpu_ms=1000.0)), "timed-out")
        self.assertEqual(verdict_kind(seen(recorded="passed", stopped="wall")), "timed-out")
        self.assertEqual(verdict_kind(seen(recorded="passed", output_full=True)), "output-limit")

    def test_what_was_decided_stands_whatever_comes_after_it(self):
        decided = {"failed": "failed", "raised": "raised", "memory-limit": "memory-limit", "nonsense": "raised"}
        for recorded, kind in decided.items():
            for after in (
                {"candidate": KILLED, "ours": True, "stopped": "cpu", "cpu_ms": 1001.0},
                {"candidate": KILLED, "ours": True, "stopped": "wall"},
                {"candidate": KILLED, "out_of_memory": True},
                {"candidate": 0, "checker": KILLED, "out_of_memory": True},
                {"candidate": 0, "checker": 0, "checker_ms": 4000.0},
                {"candidate": 0, "checker": exited(1)},
                {"candidate": signal.SIGSEGV},
                {"candidate": exited(3), "cpu_ms": 1000.0},
            ):
                self.assertEqual(verdict_kind(seen(recorded=recorded, **after)), kind, after)

    def test_output_that_was_full_is_why_a_program_raised_but_not_why_it_failed(self):
        self.assertEqual(verdict_kind(seen(recorded="raised", output_full=True)), "output-limit")
        for recorded in ("failed", "memory-limit"):
            self.assertEqual(verdict_kind(seen(recorded=recorded, output_full=True)), recorded)

    def test_a_box_that_is_killed_once_its_test_is_decided_breaks_no_cell(self):
        for recorded in ("failed", "raised", "memory-limit"):
            self.assertFalse(seen(KILLED, 0, recorded=recorded).killed_from_outside())
            self.assertFalse(seen(0, KILLED, recorded=recorded).killed_from_outside())

    def test_a_kill_is_memory_only_when_the_kernel_counted_one(self):
        self.assertEqual(verdict_kind(seen(KILLED, out_of_memory=True)), "memory-limit")
        self.assertEqual(verdict_kind(seen(signal.SIGSEGV, out_of_memory=True)), "killed-by-signal")

    def test_a_program_that_can_do_without_the_child_it_lost_to_memory_has_its_verdict(self):
        self.assertEqual(verdict_kind(seen(recorded="passed", out_of_memory=True)), "passed")
        self.assertEqual(verdict_kind(seen(KILLED, 0, ours=True, recorded="passed", out_of_memory=True)), "passed")

    def test_a_box_that_somebody_else_has_killed_gives_no_verdict(self):
        self.assertTrue(seen(KILLED).killed_from_outside())
        self.assertTrue(seen(KILLED, 0, recorded="vanished").killed_from_outside())
        self.assertTrue(seen(0, KILLED).killed_from_outside())
        self.assertTrue(seen(KILLED, 0, recorded="passed").killed_from_outside())
        self.assertFalse(seen(KILLED, 0, recorded="passed", ours=True).killed_from_outside())
        self.assertFalse(seen(KILLED, out_of_memory=True).killed_from_outside())
        self.assertFalse(seen(KILLED, cpu_ms=1000.0).killed_from_outside())
        self.assertFalse(seen(signal.SIGSEGV).killed_from_outside())

    def test_a_signal_that_a_program_may_send_itself_is_no_time_limit(self):
        self.assertEqual(verdict_kind(seen(signal.SIGXCPU)), "killed-by-signal")


class SplitVerdicts(unittest.TestCase):
    def test_the_candidate_is_killed_once_the_checker_is_through(self):
        self.assertEqual(verdict_kind(seen(KILLED, 0, ours=True, recorded="passed")), "passed")
        self.assertEqual(verdict_kind(seen(KILLED, 0, ours=True, recorded="failed")), "failed")

    def test_a_checker_that_ends_without_a_verdict_is_never_a_pass(self):
        for status in (0, exited(1), signal.SIGSEGV):
            answer = outcome(seen(0, status))
            self.assertEqual((answer["kind"], answer["detail"], answer["error"]), ("raised", "checker", UNCHECKED))

    def test_a_pass_of_a_checker_that_then_failed_is_none(self):
        self.assertEqual(verdict_kind(seen(0, exited(1), recorded="passed")), "exited-early")

    def test_a_program_that_vanished_left_early_or_was_killed(self):
        self.assertEqual(verdict_kind(seen(0, 0, recorded="vanished")), "exited-early")
        self.assertEqual(verdict_kind(seen(KILLED, 0, ours=True, recorded="vanished")), "exited-early")
        self.assertEqual(verdict_kind(seen(signal.SIGSEGV, 0, recorded="vanished")), "killed-by-signal")
        self.assertEqual(verdict_kind(seen(KILLED, 0, recorded="vanished", out_of_memory=True)), "memory-limit")

    def test_breaking_the_protocol_is_tampering(self):
        answer = outcome(seen(0, 0, recorded="nonsense", error="of the program's choice"))
        self.assertEqual((answer["kind"], answer["detail"], answer["error"]), ("raised", "tampering", NONSENSE))

    def test_the_checkers_own_time_is_limited_too(self):
        self.assertEqual(verdict_kind(seen(0, 0, recorded="passed", checker_ms=4000.0)), "timed-out")
        stopped = seen(0, 0, stopped="cpu", stopped_box="checker")
        self.assertEqual((outcome(stopped)["kind"], outcome(stopped)["detail"]), ("timed-out", "checker"))


class Outcome(unittest.TestCase):
    def test_half_the_limit_makes_it_time_sensitive(self):
        for cpu_ms, sensitive in ((499.0, False), (500.0, True)):
            self.assertEqual(outcome(seen(recorded="passed", cpu_ms=cpu_ms))["timeSensitive"], sensitive)

    def test_a_stopped_test_yields_a_fixed_sentence_and_nothing_of_the_program(self):
        self.assertEqual(
            outcome(seen(KILLED, ours=True, stopped="wall", error="partial", actual="partial")),
            {
                "kind": "timed-out",
                "cpuMs": 1.0,
                "timeSensitive": True,
                "error": "Stopped: the test did not finish within its time limit.",
            },
        )

    def test_a_pass_carries_no_texts(self):
        answer = outcome(seen(recorded="passed", error="x", actual="y", crowded=True, disk_full=True, told="checker"))
        self.assertEqual(set(answer), {"kind", "cpuMs", "timeSensitive"})

    def test_words_that_a_program_may_have_written_itself_are_bounded_and_made_harmless(self):
        answer = outcome(seen(recorded="failed", error="\x1b[2J" + "x" * 9000, actual="\x07" + "y" * 9000))
        self.assertLess(len(answer["error"]), 2100)
        self.assertLess(len(answer["actual"]), 1100)
        self.assertNotIn("\x1b", answer["error"])

    def test_details_come_from_what_was_seen(self):
        self.assertEqual(outcome(seen(tampered=True))["detail"], "tampering")
        self.assertEqual(outcome(seen(KILLED, ours=True, stopped="cpu", crowded=True))["detail"], "processes")
        self.assertEqual(outcome(seen(signal.SIGABRT))["detail"], "SIGABRT")

    def test_whatever_is_no_pass_tells_of_what_there_was_none_left(self):
        for kind in ("failed", "raised", "memory-limit", "vanished", None):
            for split in (None, 0):
                if kind is None and split == 0:
                    continue  # of a checker without a record, that is what is told
                said = {"recorded": kind, "checker": split}
                self.assertNotIn("detail", outcome(seen(**said)))
                self.assertEqual(outcome(seen(**said, crowded=True))["detail"], "processes")
                self.assertEqual(outcome(seen(**said, disk_full=True))["detail"], "disk")
                self.assertEqual(outcome(seen(**said, crowded=True, disk_full=True))["detail"], "processes")
        self.assertEqual(outcome(seen(exited(0), crowded=True))["detail"], "processes")
        self.assertEqual(outcome(seen(output_full=True, disk_full=True))["detail"], "disk")

    def test_memory_that_was_the_checkers_own_is_told(self):
        answer = outcome(seen(0, 0, recorded="memory-limit", told="checker"))
        self.assertEqual((answer["kind"], answer["detail"]), ("memory-limit", "checker"))
        alone = outcome(seen(0, KILLED, out_of_memory=True))
        self.assertEqual((alone["kind"], alone["detail"]), ("memory-limit", "checker"))
        self.assertNotIn("detail", outcome(seen(KILLED, KILLED, out_of_memory=True)))
        self.assertNotIn("detail", outcome(seen(0, 0, recorded="failed", told="checker")))

    def test_a_value_that_is_no_data_is_told_with_the_failure(self):
        answer = outcome(seen(0, 0, recorded="failed", told="not-data", error="What it returned is no data."))
        self.assertEqual(
            (answer["kind"], answer["detail"], answer["error"]), ("failed", "not-data", "What it returned is no data.")
        )
        self.assertNotIn("detail", outcome(seen(0, 0, recorded="passed", told="not-data")))

    def test_a_verdict_that_rests_on_the_programs_own_objects_says_so(self):
        self.assertIs(outcome(seen(0, 0, recorded="passed", handles=True))["handles"], True)
        self.assertNotIn("handles", outcome(seen(0, 0, recorded="passed")))

    def test_a_failure_that_could_not_be_described_says_so(self):
        self.assertEqual(outcome(seen(recorded="raised"))["error"], UNDESCRIBED)


class ScriptEnds(unittest.TestCase):
    def test_each_way_to_end_has_its_word(self):
        self.assertEqual(script_end(seen(exited(3))), {"kind": "exited", "code": 3})
        self.assertEqual(script_end(seen(KILLED, ours=True, stopped="wall")), {"kind": "timed-out", "cause": "wall"})
        self.assertEqual(script_end(seen(KILLED, ours=True, stopped="cpu")), {"kind": "timed-out", "cause": "cpu"})
        self.assertEqual(script_end(seen(KILLED, cpu_ms=1000.0)), {"kind": "timed-out", "cause": "cpu"})
        self.assertEqual(script_end(seen(KILLED, out_of_memory=True)), {"kind": "memory-limit"})
        self.assertEqual(script_end(seen(exited(0), output_full=True)), {"kind": "output-limit"})
        self.assertEqual(script_end(seen(signal.SIGSEGV)), {"kind": "killed-by-signal", "signal": "SIGSEGV"})

    def test_a_script_is_judged_by_the_rules_of_a_check(self):
        self.assertEqual(
            script(seen(exited(3), cpu_ms=500.0)),
            {"end": {"kind": "exited", "code": 3}, "cpuMs": 500.0, "timeSensitive": True},
        )
        self.assertEqual(script(seen(exited(0), crowded=True))["detail"], "processes")
        self.assertEqual(script(seen(KILLED, ours=True, stopped="wall", disk_full=True))["detail"], "disk")
        self.assertTrue(script(seen(KILLED, ours=True, stopped="wall"))["timeSensitive"])
        self.assertFalse(script(seen(exited(0), cpu_ms=499.0))["timeSensitive"])


if __name__ == "__main__":
    unittest.main()
