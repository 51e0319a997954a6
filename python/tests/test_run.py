import types
import unittest

from sandbox_tools.cell.judge import verdict_kind
from sandbox_tools.cell.run import Run

CPU_MS = 300
LIMITS = {"cpuMs": CPU_MS, "wallMs": 1000, "memoryMb": 64, "processes": 8, "outputBytes": 10, "diskMb": 2}


def verdict_after(run, candidate_ms, checker_ms):
    """The verdict when the two boxes of a run have used so much and left without a record."""
    ended = types.SimpleNamespace(
        statuses={"candidate": (0, candidate_ms, False), "checker": (0, checker_ms, False)},
        stopped=None,
        stopped_box=None,
        crowded=False,
        disk_full=False,
        output_full=False,
    )
    return verdict_kind(run.observation(ended, out_of_memory=False))


class CheckersTime(unittest.TestCase):
    def setUp(self):
        self.run_ = Run("data", {"limits": LIMITS, "seed": 1})

    def test_a_checker_is_given_twice_the_programs_time_and_two_seconds_of_its_own(self):
        self.assertEqual(self.run_.checker_cpu_ms, 2 * CPU_MS + 2000)

    def test_a_checker_has_timed_out_only_when_its_own_time_is_used_up(self):
        self.assertEqual(verdict_after(self.run_, 1, 2 * CPU_MS + 1999), "raised")
        self.assertEqual(verdict_after(self.run_, 1, 2 * CPU_MS + 2000), "timed-out")

    def test_a_program_has_none_of_the_checkers_time(self):
        self.assertEqual(verdict_after(self.run_, CPU_MS - 1, 1), "raised")
        self.assertEqual(verdict_after(self.run_, CPU_MS, 1), "timed-out")


class Levels(unittest.TestCase):
    def test_the_boxes_are_told_at_which_level_they_stand(self):
        for level in ("data", "objects", "shared"):
            self.assertEqual(Run(level, {"limits": LIMITS, "seed": 1}).message["run"], level)

    def test_the_boxes_are_told_nothing_that_tells_one_kind_of_test_from_another(self):
        visible, hidden = ({**LIMITS, "cpuMs": cpu, "wallMs": 5 * cpu} for cpu in (1_000, 10_000))
        said = [Run("data", {"limits": limits, "seed": 1}).message for limits in (visible, hidden)]
        self.assertEqual(said[0], said[1])
        self.assertNotIn("nonce", said[0])
