"""The filter of each machine, run by an interpreter of our own."""

import errno
import os
import re
import struct
import unittest

from sandbox_tools.box import filter as call_filter
from sandbox_tools.box import syscalls
from tests.needed_calls import NEEDED

ALLOWED = 0x7FFF0000
KILLED = 0x80000000
HEADERS = {
    "x86_64": "/usr/include/x86_64-linux-gnu/asm/unistd_64.h",
    "aarch64": "/usr/include/asm-generic/unistd.h",
}


def refused(code):
    return 0x00050000 | code


def decide(program, architecture, number, arguments=()):
    """What the kernel would make of a call: runs the program as the kernel's description of it says."""
    values = list(arguments) + [0] * (6 - len(arguments))
    call = struct.pack("<IIQ6Q", number, architecture, 0, *(value & (2**64 - 1) for value in values))
    lines = list(struct.iter_unpack("=HBBI", program))
    place, accumulator = 0, None
    while True:
        code, yes, no, value = lines[place]
        place += 1
        if code == 0x06:
            return value
        if code == 0x20:
            accumulator = struct.unpack_from("<I", call, value)[0]
            continue
        holds = {0x15: accumulator == value, 0x35: accumulator >= value, 0x45: bool(accumulator & value)}[code]
        place += yes if holds else no


def header_numbers(machine):
    with open(HEADERS[machine]) as file:
        found = re.findall(r"^#define __NR(?:3264)?_(\w+)\s+(\d+)", file.read(), re.MULTILINE)
    numbers = {name: int(number) for name, number in found}
    if machine == "aarch64":
        # The generic list has the older name for it, and keeps 259 to 402 free.
        numbers["newfstatat"] = numbers["fstatat"]
    return numbers


class Table(unittest.TestCase):
    def machines(self):
        for machine, (architecture, column) in syscalls.MACHINES.items():
            with self.subTest(machine=machine):
                yield call_filter.build(machine), architecture, column

    def test_every_refused_call_is_answered_as_the_table_says(self):
        for program, architecture, column in self.machines():
            for name, numbers in syscalls.REFUSED.items():
                if numbers[column] is None:
                    continue
                expected = refused(syscalls.ANSWERS.get(name, errno.EPERM))
                self.assertEqual(decide(program, architecture, numbers[column]), expected, name)

    def test_what_python_programs_need_is_allowed(self):
        for program, architecture, column in self.machines():
            for name, numbers in NEEDED.items():
                if numbers[column] is not None:
                    answer = decide(program, architecture, numbers[column], (1, 1))
                    self.assertEqual(answer, ALLOWED, name)

    def test_every_number_that_no_table_names_is_allowed_up_to_the_newest(self):
        for program, architecture, column in self.machines():
            named = {numbers[column] for table in (syscalls.REFUSED, syscalls.ASKED) for numbers in table.values()}
            for number in set(range(syscalls.NEWEST + 1)) - named:
                self.assertEqual(decide(program, architecture, number), ALLOWED, number)

    def test_calls_that_came_later_and_those_of_x32_do_not_exist(self):
        for program, architecture, _ in self.machines():
            later = [syscalls.NEWEST + 1, 460, 511, 512, 547, 0x40000000, 0x40000000 + 56, 0x40000200, 0xFFFFFFFF]
            for number in later:
                self.assertEqual(decide(program, architecture, number), refused(errno.ENOSYS), hex(number))

    def test_a_call_by_another_machine_s_interface_ends_the_process(self):
        for program, architecture, _ in self.machines():
            for other in (0x40000003, 0x40000028, 0xC000003E, 0xC00000B7, 0):
                if other != architecture:
                    self.assertEqual(decide(program, other, 39), KILLED)

    def test_a_machine_without_numbers_is_named(self):
        with self.assertRaisesRegex(LookupError, "riscv64.*aarch64 and x86_64"):
            call_filter.build("riscv64")

    def test_the_program_stays_short(self):
        for program, architecture, _ in self.machines():
            self.assertLess(len(program) // 8, 140)
            steps = [self.path_length(program, architecture, number) for number in range(syscalls.NEWEST)]
            self.assertLess(sum(steps) / len(steps), 12)

    def path_length(self, program, architecture, number):
        lines = list(struct.iter_unpack("=HBBI", program))
        place, steps, accumulator = 0, 0, architecture
        while lines[place][0] != 0x06:
            code, yes, no, value = lines[place]
            place, steps = place + 1, steps + 1
            if code == 0x20:
                accumulator = {0: number, 4: architecture}.get(value, 0)
            else:
                holds = {0x15: accumulator == value, 0x35: accumulator >= value, 0x45: bool(accumulator & value)}
                place += yes if holds[code] else no
        return steps


class Promises(unittest.TestCase):
    def test_what_is_promised_to_be_refused_stands_in_the_table(self):
        promised = """
            ptrace process_vm_readv process_vm_writev pidfd_getfd kcmp unshare setns mount umount2 pivot_root chroot
            open_tree move_mount fsopen fsmount mount_setattr keyctl add_key request_key bpf perf_event_open userfaultfd
            io_uring_setup io_uring_enter io_uring_register memfd_create memfd_secret shmget shmat semget msgget mq_open
            open_by_handle_at fanotify_init init_module finit_module kexec_load kexec_file_load reboot swapon syslog
            acct quotactl clock_settime settimeofday adjtimex socket connect bind listen clone3 seccomp sysinfo sendmmsg
        """
        self.assertEqual(set(promised.split()) - set(syscalls.REFUSED), set())
        self.assertEqual(syscalls.ANSWERS["socket"], errno.EACCES)
        self.assertEqual(syscalls.ANSWERS["clone3"], errno.ENOSYS)


class Arguments(unittest.TestCase):
    def check(self, name, allowed, denied):
        for machine, (architecture, column) in syscalls.MACHINES.items():
            program = call_filter.build(machine)
            number = syscalls.ASKED[name][column]
            for expected, cases in ((ALLOWED, allowed), (refused(errno.EPERM), denied)):
                for case in cases:
                    with self.subTest(machine=machine, call=name, arguments=case):
                        self.assertEqual(decide(program, architecture, number, case), expected)

    def test_clone_makes_processes_and_threads_but_no_namespaces(self):
        namespaces = (0x20000, 0x2000000, 0x4000000, 0x8000000, 0x10000000, 0x20000000, 0x40000000)
        # As fork(), vfork() and pthread_create() of the C library call it.
        usual = (0x1200011, 0x4111, 0x3D0F00)
        self.check("clone", [(flags,) for flags in usual], [(flags | 17,) for flags in namespaces])
        self.check("clone", [], [(usual[0] | flag,) for flag in namespaces])

    def test_nothing_is_typed_into_a_terminal(self):
        # The kernel looks at the low half only, and so must the filter.
        self.check(
            "ioctl",
            [(0, 0x5401), (0, 0x5413), (3, 0x541B), (0, 0x5424)],
            [(0, 0x5412), (0, 0x541C), (0, 0x5423), (0, 0x5412 | 1 << 32), (0, 0x541C | 1 << 63)],
        )

    def test_bytes_are_sent_and_received_but_no_urgent_ones(self):
        peek, at_once = 2, 0x40
        for name in ("sendto", "recvfrom"):
            self.check(name, [(1, 1, 1, flags) for flags in (0, peek, at_once)], [(1, 2, 2, 1), (1, 2, 2, 1 | at_once)])
        for name in ("sendmsg", "recvmsg"):
            self.check(name, [(1, 1, flags) for flags in (0, peek, at_once)], [(1, 2, 1), (1, 2, 1 | at_once)])

    def test_limits_and_turns_are_changed_for_oneself_only(self):
        self.check("prlimit64", [(0, 7)], [(1, 7), (2, 7), (-1, 7)])
        self.check("prlimit64", [(0, 7, 1)], [(1, 7, 1)])
        for name in ("sched_setattr", "sched_setparam", "sched_setscheduler"):
            self.check(name, [(0, 8)], [(1, 8), (4711, 8)])
        self.check("setpriority", [(0, 0, 5)], [(0, 1, 5), (1, 7, 5)])

    def test_the_limit_of_cpu_time_is_told_but_not_changed(self):
        places = (0x1000, 1 << 32, 0x7FFF00000000, 1 << 63, 2**64 - 1)
        self.check(
            "prlimit64",
            [(0, 0), (0, 0, 0, 0x1000), *((0, 7, place) for place in places)],
            [(0, 0, place) for place in places] + [(0, 1 << 32, 0x1000), (1, 0), (1, 0, 0x1000)],
        )
        self.check("setrlimit", [(7, 0x1000), (9, 0x1000)], [(0, 0x1000), (1 << 32, 0x1000)])

    def test_no_pipe_is_made_longer_none_chooses_its_signal_and_no_file_is_marked(self):
        longer = [(3, 1031, 1 << 20), (3, 1031 | 1 << 32, 4096), (3, 1026, 1), (3, 1036, 0), (3, 1038, 0)]
        self.check("fcntl", [(3, 1), (3, 8, 1), (3, 1032), (3, 1030, 40)], [*longer, (3, 10, 9), (3, 10 | 1 << 63, 0)])

    def test_the_personality_is_told_but_not_changed(self):
        self.check("personality", [(0xFFFFFFFF,)], [(0,), (0x0040000,), (0x0400000,)])

    def test_pairs_of_sockets_are_local_ones(self):
        self.check("socketpair", [(1, 1), (1, 2), (1, 5)], [(2, 1), (16, 3), (30, 1), (40, 1)])

    def test_no_further_filter_is_installed(self):
        self.check("prctl", [(15,), (4,), (38, 1), (36, 1)], [(22, 2), (22, 1)])


class Headers(unittest.TestCase):
    def test_the_numbers_are_those_of_the_kernel_s_headers(self):
        compared = 0
        for machine, (_, column) in syscalls.MACHINES.items():
            if not os.path.exists(HEADERS[machine]):
                continue
            numbers = header_numbers(machine)
            for table in (syscalls.REFUSED, syscalls.ASKED, NEEDED):
                for name, known in table.items():
                    with self.subTest(machine=machine, call=name):
                        self.assertEqual(known[column], numbers.get(name))
                        compared += 1
        if compared == 0:
            self.skipTest("the kernel's headers are not installed (linux-libc-dev)")

    def test_no_call_stands_in_two_tables(self):
        for column in (0, 1):
            seen = [n[column] for table in (syscalls.REFUSED, syscalls.ASKED, NEEDED) for n in table.values()]
            # These are needed, and asked about.
            needed = "prctl socketpair fcntl setrlimit sendto recvfrom sendmsg recvmsg"
            both = {syscalls.ASKED[name][column] for name in needed.split()}
            twice = {number for number in seen if number is not None and seen.count(number) > 1}
            self.assertEqual(twice, both)
