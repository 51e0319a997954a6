"""The filter of this machine, asked of its kernel: in a child, since there is no way back."""

import ctypes
import errno
import json
import mmap
import os
import platform
import resource
import signal
import subprocess
import sys
import textwrap
import unittest

from sandbox_tools.box import filter as call_filter
from sandbox_tools.box import syscalls

PR_SET_NO_NEW_PRIVS = 38


def confined(work):
    """What `work()` returns in a child under the filter, or how the child died."""
    reading, writing = os.pipe()
    prepared = call_filter.prepare(call_filter.build(platform.machine()))
    child = os.fork()
    if child == 0:
        os.close(reading)
        try:
            ctypes.CDLL(None).prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
            call_filter.install(prepared)
            answer = {"value": work()}
        except BaseException as error:
            answer = {"error": repr(error)}
        os.write(writing, json.dumps(answer).encode())
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as file:
        text = file.read()
    status = os.waitpid(child, 0)[1]
    return json.loads(text) if text else {"signal": os.WTERMSIG(status)}


def run(program):
    done = subprocess.run([sys.executable, "-c", textwrap.dedent(program)], capture_output=True, text=True, timeout=60)
    return done.stdout + done.stderr


def answer_of(number, *arguments):
    library = ctypes.CDLL(None, use_errno=True)
    ctypes.set_errno(0)
    result = library.syscall(ctypes.c_long(number), *(ctypes.c_long(one) for one in arguments))
    return errno.errorcode[ctypes.get_errno()] if result == -1 else "done"


@unittest.skipUnless(
    sys.platform == "linux" and platform.machine() in syscalls.MACHINES, "there is no filter for this machine"
)
class Kernel(unittest.TestCase):
    def setUp(self):
        self.column = syscalls.MACHINES[platform.machine()][1]

    def test_every_refused_call_is_refused(self):
        calls = {name: numbers[self.column] for name, numbers in syscalls.REFUSED.items()}
        # Were there no filter, it would take the terminal away. The others do nothing with arguments of -1.
        calls = {name: number for name, number in calls.items() if number is not None and name != "vhangup"}
        expected = {name: errno.errorcode[syscalls.ANSWERS.get(name, errno.EPERM)] for name in calls}
        answers = confined(lambda: {name: answer_of(number, *[-1] * 6) for name, number in calls.items()})
        self.assertEqual(answers, {"value": expected})

    def test_calls_that_depend_on_an_argument_are_refused_by_it(self):
        cases = {
            "clone": [0x10000000 | 17, 0, 0, 0, 0],
            "fcntl": [0, 1031, 4096],
            "ioctl": [0, 0x5412, 0],
            "personality": [0x0040000],
            "prctl": [22, 2, 0, 0, 0],
            "prlimit64": [os.getpid(), 7, 0, 0],
            "recvfrom": [0, 0, 0, 1, 0, 0],
            "recvmsg": [0, 0, 1],
            "sendmsg": [0, 0, 1],
            "sendto": [0, 0, 0, 1, 0, 0],
            "setpriority": [0, os.getpid(), 5],
            "setrlimit": [0, 0],
            "socketpair": [2, 1, 0, 0],
        }
        answers = confined(
            lambda: {name: answer_of(syscalls.ASKED[name][self.column], *case) for name, case in cases.items()}
        )
        self.assertEqual(answers, {"value": dict.fromkeys(cases, "EPERM")})

    def test_the_limit_of_cpu_time_can_be_read_and_not_lowered(self):
        def work():
            before = resource.getrlimit(resource.RLIMIT_CPU)
            resource.setrlimit(resource.RLIMIT_NOFILE, (20, 20))
            try:
                resource.setrlimit(resource.RLIMIT_CPU, (1, 1))
            except ValueError:
                return resource.getrlimit(resource.RLIMIT_CPU) == before
            return "lowered"

        self.assertEqual(confined(work), {"value": True})

    def test_newer_calls_and_those_of_x32_do_not_exist(self):
        numbers = [syscalls.NEWEST + 1, 462, 0x40000000 + 39]
        self.assertEqual(confined(lambda: [answer_of(n, -1, -1, -1) for n in numbers]), {"value": ["ENOSYS"] * 3})

    def test_what_a_box_starts_is_confined_too(self):
        program = """
            import socket
            try:
                socket.socket()
            except OSError as error:
                print(error.errno)
        """
        self.assertEqual(confined(lambda: run(program)), {"value": "%d\n" % errno.EACCES})

    def test_a_call_of_32_bits_ends_the_process(self):
        if platform.machine() != "x86_64":
            self.skipTest("only x86-64 has another interface beside its own")
        # mov eax, 20 (there: getpid); int 0x80; ret
        code = b"\xb8\x14\x00\x00\x00\xcd\x80\xc3"

        def work():
            page = mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
            page.write(code)
            address = ctypes.addressof(ctypes.c_char.from_buffer(page))
            return ctypes.CFUNCTYPE(ctypes.c_int)(address)()

        # SIGSEGV where the kernel was built without that interface.
        self.assertIn(confined(work).get("signal"), (signal.SIGSYS, signal.SIGSEGV))

    def test_without_no_new_privs_it_is_not_installed_by_an_unprivileged_process(self):
        prepared = call_filter.prepare(call_filter.build(platform.machine()))
        reading, writing = os.pipe()
        child = os.fork()
        if child == 0:
            try:
                if os.getuid() == 0:
                    os.setuid(65534)
                call_filter.install(prepared)
                os.write(writing, b"installed")
            except OSError as error:
                os.write(writing, str(error).encode())
            finally:
                os._exit(0)
        os.close(writing)
        with os.fdopen(reading) as file:
            self.assertRegex(file.read(), "system call filter could not be installed")
        os.waitpid(child, 0)


@unittest.skipUnless(
    sys.platform == "linux" and platform.machine() in syscalls.MACHINES, "there is no filter for this machine"
)
class PythonPrograms(unittest.TestCase):
    def works(self, program):
        self.assertEqual(confined(lambda: run(program)), {"value": "3\n"})

    def test_threads_work(self):
        self.works("""
            from concurrent.futures import ThreadPoolExecutor
            with ThreadPoolExecutor(4) as pool:
                print(sum(pool.map(int, ["1", "2"])))
        """)

    def test_pools_of_processes_work(self):
        self.works("""
            import multiprocessing
            with multiprocessing.Pool(2) as pool:
                print(sum(pool.map(int, ["1", "2"])))
        """)

    def test_pairs_of_sockets_work(self):
        self.works("""
            import os, socket
            one, other = socket.socketpair()
            one.send(b"a", socket.MSG_DONTWAIT)
            one.sendmsg([b"b"])
            socket.send_fds(one, [b"c"], [0])
            text = other.recv(2, socket.MSG_PEEK) + other.recv(2)
            text, found, _, _ = socket.recv_fds(other, 9, 1)
            assert (text, len(found)) == (b"c", 1)
            print(len(os.read(other.fileno(), 9) if one.send(b"xyz") == 3 else b""))
        """)

    def test_asking_for_the_machine_s_memory_raises_nothing(self):
        self.works("""
            import os
            print(len([os.sysconf(name) for name in ("SC_PHYS_PAGES", "SC_AVPHYS_PAGES", "SC_NPROCESSORS_ONLN")]))
        """)

    def test_subprocesses_work(self):
        self.works("""
            import subprocess, sys
            print(subprocess.run([sys.executable, "-c", "print(3)"], stdout=subprocess.PIPE).stdout.decode().strip())
        """)

    def test_temporary_files_and_shared_memory_work(self):
        self.works("""
            import tempfile
            from multiprocessing.shared_memory import SharedMemory
            memory = SharedMemory(create=True, size=4096)
            memory.buf[0] = 2
            with tempfile.TemporaryDirectory() as folder, open(folder + "/a", "w+b") as file:
                file.write(b"x" * memory.buf[0])
                file.flush()
                print(file.tell() + 1)
            memory.close()
            memory.unlink()
        """)

    def test_an_event_loop_works(self):
        self.works("""
            import asyncio
            async def main():
                done = await asyncio.create_subprocess_exec("echo", "3", stdout=asyncio.subprocess.PIPE)
                await asyncio.sleep(0)
                return (await done.communicate())[0].decode().strip()
            print(asyncio.run(main()))
        """)

    def test_files_databases_and_terminal_questions_work(self):
        self.works("""
            import os, shutil, sqlite3, sys, tempfile
            sys.stdout.isatty()
            folder = tempfile.mkdtemp()
            os.mkfifo(folder + "/fifo")
            os.symlink("a", folder + "/b")
            with sqlite3.connect(folder + "/data") as data:
                data.execute("create table t(a)")
                data.execute("insert into t values (3)")
                print(data.execute("select a from t").fetchone()[0])
            data.close()
            shutil.copytree(folder, folder + "2", symlinks=True, ignore=lambda *_: ["fifo"])
            shutil.rmtree(folder)
            shutil.rmtree(folder + "2")
        """)

    def test_numpy_works(self):
        try:
            import numpy  # noqa: F401
        except ImportError:
            self.skipTest("numpy is not installed")
        self.works("""
            import numpy
            print(int(numpy.linalg.norm(numpy.ones((3, 3)) @ numpy.ones((3, 3)) / 3)))
        """)
