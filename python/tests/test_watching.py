import os
import pathlib
import resource
import shutil
import socket
import tempfile
import time
import unittest

from sandbox_tools.box.limits import CPU_SECONDS, counts_processes_per_namespace, cpu_seconds, resource_limits
from sandbox_tools.cell import cpu_clock, isolation, watch
from sandbox_tools.cell.affinity import Cores
from sandbox_tools.cell.watch import LONGEST_NAP_MS, SHORTEST_NAP_MS, nap_ms

LIMITS = {"cpuMs": 300, "wallMs": 1000, "memoryMb": 64, "processes": 8, "outputBytes": 10, "diskMb": 2}


class Naps(unittest.TestCase):
    def test_a_nap_ends_before_all_cores_could_have_used_the_rest(self):
        self.assertEqual(nap_ms(200, 9000, 4), 50)
        self.assertEqual(nap_ms(1000, 40, 1), 40)
        self.assertEqual(nap_ms(1, 100, 4), SHORTEST_NAP_MS)

    def test_a_nap_is_never_so_long_that_a_child_could_come_and_go_with_much(self):
        self.assertEqual(nap_ms(60_000, 60_000, 1), LONGEST_NAP_MS)


class Clocks(unittest.TestCase):
    def test_a_process_name_may_hold_anything(self):
        line = b"7 (a) b) R 1 7 7 0 -1 0 0 0 0 0 11 22 33 44 20 0 5 0 100 0"
        found = cpu_clock.parse_stat(7, line)
        tick = cpu_clock.TICK_MS
        self.assertEqual((found.own_ms, found.children_ms, found.threads), (33 * tick, 77 * tick, 5))
        self.assertEqual(found.started, 100)

    def test_time_of_children_that_nobody_waits_for_is_not_forgotten(self):
        tree = cpu_clock.Tree()
        parent = cpu_clock.Living(1, 10.0, 0.0, 1, 1)
        tree.look([parent, cpu_clock.Living(2, 400.0, 0.0, 1, 5)])
        tree.look([parent, cpu_clock.Living(2, 300.0, 0.0, 1, 9)])
        tree.look([parent])
        self.assertEqual(tree.cpu_ms, 710.0)

    def test_a_box_that_ends_while_it_is_looked_at_was_as_full_as_just_before(self):
        tree = cpu_clock.Tree()
        first = cpu_clock.Living(1, 10.0, 0.0, 1, 1)
        tree.look([first, cpu_clock.Living(2, 0.0, 0.0, 7, 5)])
        tree.look([first])
        self.assertEqual(tree.threads, 8)
        tree.look([first])
        self.assertEqual(tree.threads, 1)

    def test_time_of_children_that_were_waited_for_is_counted_once(self):
        tree = cpu_clock.Tree()
        tree.look([cpu_clock.Living(1, 10.0, 0.0, 1, 1), cpu_clock.Living(2, 400.0, 0.0, 1, 5)])
        tree.look([cpu_clock.Living(1, 12.0, 450.0, 1, 1)])
        self.assertEqual(tree.cpu_ms, 462.0)

    def test_what_is_known_of_all_is_at_least_what_was_used(self):
        tree = cpu_clock.Tree()
        tree.used(700.0)
        tree.look([cpu_clock.Living(1, 10.0, 0.0, 1, 1)])
        tree.used(-3.0)
        self.assertEqual(tree.cpu_ms, 700.0)

    def test_another_process_clock_can_be_read(self):
        self.assertGreater(time.clock_gettime(cpu_clock.process_clock(os.getpid())), 0)

    def test_ids_in_each_namespace_are_outermost_first(self):
        self.assertEqual(cpu_clock.parse_inner_pids("Name:\tx\nNSpid:\t40\t7\t1\nThreads:\t1\n"), [40, 7, 1])
        self.assertEqual(cpu_clock.parse_inner_pids("Name:\tNSpid\n"), [])


class GroupClocks(unittest.TestCase):
    def clock(self, text, beside="cgroup.type", own=()):
        """Of a group that says `text`; and the file it says it in."""
        folder = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, folder)
        counter = pathlib.Path(folder, "counter")
        counter.write_text(text)
        pathlib.Path(folder, "cgroup.type").write_text("domain\n")
        return cpu_clock.GroupClock(own, [(str(counter), beside, 1e3)]), counter

    def test_both_kinds_of_control_group_are_read(self):
        self.assertEqual(cpu_clock.parse_usage("1234567\n"), 1234567)
        self.assertEqual(cpu_clock.parse_usage("usage_usec 77\nuser_usec 7\nsystem_usec 70\n"), 77)

    def test_what_was_used_since_the_start_is_told(self):
        clock, counter = self.clock("usage_usec 5000\n")
        counter.write_text("usage_usec 12000\n")
        self.assertEqual(clock.ms(), 7.0)
        clock.restart()
        self.assertEqual(clock.ms(), 0.0)

    def test_the_root_of_all_groups_is_not_taken_for_the_cells_own(self):
        clock, counter = self.clock("usage_usec 5000\n", beside="no such file")
        counter.write_text("usage_usec 12000\n")
        self.assertEqual(clock.ms(), 0.0)

    def test_time_of_the_cells_own_processes_is_no_programs(self):
        clock, counter = self.clock("usage_usec 1000000", own=[os.getpid()])
        before = time.process_time()
        while time.process_time() < before + 0.02:
            pass
        counter.write_text("usage_usec 1050000")
        self.assertLess(clock.ms(), 31)


class SharingOut(unittest.TestCase):
    def test_what_all_boxes_used_and_the_checker_did_not_the_candidate_did(self):
        link, host = socket.socketpair()
        with link, host:
            run = watch.Watch(link, host, None, LIMITS, {"candidate": 300, "checker": 2600})
        run.trees["checker"].used(40.0)
        run._share_out(1000.0)
        used = {name: tree.cpu_ms for name, tree in run.trees.items()}
        self.assertEqual(used, {"candidate": 960.0, "checker": 40.0})


class Limits(unittest.TestCase):
    def test_the_kernels_cpu_limit_never_comes_first_and_does_not_tell_ours(self):
        self.assertEqual({cpu_seconds(cpu_ms) for cpu_ms in (1, 300, 1000, 10_000, 600_000)}, {CPU_SECONDS})
        self.assertGreater(cpu_seconds(CPU_SECONDS * 1000), CPU_SECONDS)

    def test_processes_are_limited_only_where_they_are_counted_per_box(self):
        self.assertEqual(dict(resource_limits(LIMITS, 9, True))[resource.RLIMIT_NPROC], 8)
        self.assertNotIn(resource.RLIMIT_NPROC, dict(resource_limits(LIMITS, 9, False)))

    def test_a_kernel_is_asked_by_its_version_whether_it_counts_per_namespace(self):
        for release, counts in (
            ("6.1.0-13-amd64", True), ("5.14", True), ("5.10.0-26-arm64", False), ("4.18.0", False), ("6.18", True),
        ):
            self.assertEqual(counts_processes_per_namespace(release), counts, release)

    def test_no_core_file_no_locked_memory_and_no_queue(self):
        pairs = dict(resource_limits(LIMITS, 9, False))
        for name in (resource.RLIMIT_MEMLOCK, resource.RLIMIT_MSGQUEUE, resource.RLIMIT_RTPRIO, resource.RLIMIT_NICE):
            self.assertEqual(pairs[name], 0)
        self.assertEqual(pairs[resource.RLIMIT_CORE], 1)


class Affinity(unittest.TestCase):
    def test_a_run_and_its_children_stay_on_one_core_until_it_is_over(self):
        before = os.sched_getaffinity(0)
        cores = Cores()
        cores.stay()
        try:
            self.assertEqual(len(os.sched_getaffinity(0)), 1)
            self.assertLessEqual(os.sched_getaffinity(0), before)
        finally:
            cores.leave()
        self.assertEqual(os.sched_getaffinity(0), before)


class Isolation(unittest.TestCase):
    def test_memory_kills_are_read_from_both_kinds_of_control_group(self):
        self.assertEqual(isolation.parse_oom_kills("oom_kill_disable 0\nunder_oom 0\noom_kill 3\n"), 3)
        self.assertEqual(isolation.parse_oom_kills("low 0\noom 1\noom_kill 2\noom_group_kill 0\n"), 2)
        self.assertIsNone(isolation.parse_oom_kills("oom_kill_disable 0\n"))

    def test_status_fields_are_found_by_name(self):
        self.assertEqual(isolation.parse_status("Name:\tx\nCapEff:\t00ff\n")["CapEff"], "00ff")


if __name__ == "__main__":
    unittest.main()
