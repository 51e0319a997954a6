import os
import resource
import unittest

from sandbox_tools import cpu_clock, isolation, sweep
from sandbox_tools.limits import cpu_seconds, resource_limits
from sandbox_tools.watch import SHORTEST_NAP_MS, nap_ms

LIMITS = {"cpuMs": 300, "wallMs": 1000, "memoryMb": 64, "processes": 8, "outputBytes": 10, "diskMb": 2}


class Naps(unittest.TestCase):
    def test_a_nap_ends_before_all_cores_could_have_used_the_rest(self):
        self.assertEqual(nap_ms(1000, 9000, 4), 250)
        self.assertEqual(nap_ms(1000, 100, 1), 100)
        self.assertEqual(nap_ms(1, 100, 4), SHORTEST_NAP_MS)


class Clocks(unittest.TestCase):
    def test_a_process_name_may_hold_anything(self):
        line = b"7 (a) b) R 1 7 7 0 -1 0 0 0 0 0 11 22 33 44 20 0 5 0 100 0"
        self.assertEqual(cpu_clock.parse_stat(line), (33, 77, 5))

    def test_another_process_clock_can_be_read(self):
        import time

        self.assertGreater(time.clock_gettime(cpu_clock.process_clock(os.getpid())), 0)


class Limits(unittest.TestCase):
    def test_the_kernels_cpu_limit_never_comes_first(self):
        for cpu_ms, seconds in ((1, 2), (300, 2), (1000, 2), (1001, 3), (10000, 11)):
            self.assertEqual(cpu_seconds(cpu_ms), seconds)

    def test_processes_are_limited_only_where_they_are_counted_per_box(self):
        self.assertEqual(dict(resource_limits(LIMITS, True))[resource.RLIMIT_NPROC], 9)
        self.assertNotIn(resource.RLIMIT_NPROC, dict(resource_limits(LIMITS, False)))

    def test_no_core_file_and_no_locked_memory(self):
        pairs = dict(resource_limits(LIMITS, False))
        self.assertEqual((pairs[resource.RLIMIT_CORE], pairs[resource.RLIMIT_MEMLOCK]), (0, 0))


class Isolation(unittest.TestCase):
    def test_memory_kills_are_read_from_both_kinds_of_control_group(self):
        self.assertEqual(isolation.parse_oom_kills("oom_kill_disable 0\nunder_oom 0\noom_kill 3\n"), 3)
        self.assertEqual(isolation.parse_oom_kills("low 0\noom 1\noom_kill 2\noom_group_kill 0\n"), 2)
        self.assertIsNone(isolation.parse_oom_kills("oom_kill_disable 0\n"))

    def test_status_fields_are_found_by_name(self):
        self.assertEqual(isolation.parse_status("Name:\tx\nCapEff:\t00ff\n")["CapEff"], "00ff")


class Sweeping(unittest.TestCase):
    def test_outside_a_box_nothing_is_ever_killed(self):
        with self.assertRaises(RuntimeError):
            sweep.kill_everything()


if __name__ == "__main__":
    unittest.main()
