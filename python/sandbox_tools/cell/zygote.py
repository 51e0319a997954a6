"""Forks boxes and tells how they ended. First process of its own process namespace: whatever it cannot see is not
there for any box, and when it dies all of them do. It passes descriptors on and never reads one."""
from __future__ import annotations

import fcntl
import gc
import os
import random
import select
import signal
import socket
import sys

from sandbox_tools.box import filter as syscall_filter
from sandbox_tools.box.enter import Setting
from sandbox_tools.box.hidden import hide_tools
from sandbox_tools.box.limits import counts_processes_per_namespace
from sandbox_tools.box.programs import KINDS
from sandbox_tools.cell import holes, message_socket, namespaces, walls
from sandbox_tools.cell.affinity import Cores
from sandbox_tools.box.warm import warm_up

ENVIRONMENT = {
    "LANG": "C.UTF-8",
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
    "PYTHONHASHSEED": "0",
    "TZ": "UTC",
}
#: Up to here boxes give descriptors a meaning of their own; received ones must not land there.
LAST_RESERVED = 9
SETUP_FAILED = 71
#: How long a candidate may take to notice that its checker has ended.
GRACE_MS = 100
#: Half of the cell's memory apart from the boxes, which are ended first: this process holds the pages of Python's own
#: files, which a fresh box does not, and would often be the largest.
ENDED_BEFORE_THE_CONTROLLER = b"500"
#: Our own calls below a program's first one are not the program's.
OWN_FRAMES = 16


def _prepare(proc_fd: int, own_files: bool) -> Setting:
    uname = os.uname()
    return Setting(
        proc_fd=proc_fd,
        user=(os.getuid(), os.getgid()),
        prepared_filter=syscall_filter.prepare(syscall_filter.build(uname.machine)),
        count_processes=counts_processes_per_namespace(uname.release),
        own_files=own_files,
    )


def _was_killed(status: int) -> bool:
    return os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGKILL


class Zygote:
    def __init__(self, link, proc_fd: int, own_files: bool):
        self.link = link
        self.own_processes = os.open("self/ns/pid", os.O_RDONLY, dir_fd=proc_fd)
        self.setting = _prepare(proc_fd, own_files)
        self.cores = Cores()
        #: Boxes inherit the state of `random`.
        self.seed = None

    def _fork_box(self, body, run: dict, given: dict, living: dict) -> int:
        """The box forgets `living`, its elders: a program that looks at the frames below its own counts nothing."""
        namespaces.unshare(namespaces.CLONE_NEWPID)
        pid = -1
        try:
            pid = os.fork()
        finally:
            if pid != 0:
                namespaces.enter_namespace(self.own_processes, namespaces.CLONE_NEWPID)
        if pid == 0:
            living.clear()
            try:
                body(self.setting, run, given)
            except BaseException as error:
                self._complain(error)
            finally:
                os._exit(SETUP_FAILED)
        return pid

    def _complain(self, error) -> None:
        """In a box whose walls would not stand. It may have given the link away already."""
        try:
            message_socket.send(self.link, {"broken": "%s: %s" % (type(error).__name__, error)})
        except (OSError, message_socket.SocketClosed):
            pass

    def _start(self, run: dict, given: dict, boxes: dict) -> dict:
        """{first process: name of its box}"""
        peers = socket.socketpair() if len(boxes) > 1 else ()
        living = {}
        try:
            for name, body in boxes.items():
                more = {"peer": peers[len(living)].fileno()} if peers else {}
                living[self._fork_box(body, run, {**given, **more}, living)] = name
        except OSError:
            self._end(living)
            raise
        finally:
            for peer in peers:
                peer.close()
        return living

    @staticmethod
    def _end(living: dict) -> None:
        for pid in living:
            os.kill(pid, signal.SIGKILL)
        for pid in living:
            os.waitpid(pid, 0)

    def _watch(self, living: dict) -> dict:
        """Waits until all boxes have ended: {name: [wait status, CPU ms, whether it was killed from here]}. With the
        checker's end the candidate's is due: it has been hung up on, and is given a moment to end by itself, so that
        its status says whether somebody else has killed it. A checker that was killed says so already."""
        ended, killed = {}, set()

        def kill_rest() -> None:
            for pid, name in living.items():
                if name not in ended:
                    killed.add(name)
                    os.kill(pid, signal.SIGKILL)

        poller = select.poll()
        poller.register(self.link, select.POLLIN)
        handles = {os.pidfd_open(pid): pid for pid in living}
        try:
            for handle in handles:
                poller.register(handle, select.POLLIN)
            patience_ms = None
            while len(ended) < len(handles):
                ready = poller.poll(patience_ms)
                if not ready:
                    kill_rest()
                    patience_ms = None
                for fd, _ in ready:
                    if fd not in handles:
                        self._hear(living, kill_rest)
                        continue
                    pid = handles[fd]
                    _, status, usage = os.wait4(pid, 0)
                    poller.unregister(fd)
                    name = living[pid]
                    ended[name] = [status, (usage.ru_utime + usage.ru_stime) * 1000.0, name in killed]
                    if name == "checker":
                        patience_ms = 0 if _was_killed(status) else GRACE_MS
        finally:
            for handle in handles:
                os.close(handle)
        return ended

    def _hear(self, living: dict, kill_rest) -> None:
        """While boxes live, the controller may want them ended, or know which process is whose."""
        message, _ = message_socket.receive(self.link)
        if "kill" in message:
            kill_rest()
        else:
            message_socket.send(self.link, {"boxes": {name: pid for pid, name in living.items()}})

    def _run(self, run: dict, descriptors) -> dict:
        names, boxes = KINDS[run["run"]]
        if run["seed"] != self.seed:
            self.seed = run["seed"]
            random.seed(self.seed)
        self.cores.stay()
        try:
            return {"ended": self._watch(self._start(run, dict(zip(names, descriptors)), boxes))}
        finally:
            self.cores.leave()

    def serve(self) -> None:
        message_socket.send(self.link, {"ready": True})
        while True:
            message, descriptors = message_socket.receive(self.link)
            try:
                if "run" not in message:
                    continue  # about boxes that have ended meanwhile
                answer = self._run(message, descriptors)
            except OSError as error:
                answer = {"broken": str(error)}
            finally:
                for fd in descriptors:
                    os.close(fd)
            message_socket.send(self.link, answer)
            answer = message = None  # how one program has ended is nothing that the next one could find


def _settle(proc_fd: int) -> bool:
    """Everything that boxes would otherwise have to do one by one. Returns what `walls.stand` does."""
    namespaces.keep_mounts_private()
    namespaces.refuse_new_privileges()
    fd = os.open("self/oom_score_adj", os.O_WRONLY, dir_fd=proc_fd)
    os.write(fd, ENDED_BEFORE_THE_CONTROLLER)
    os.close(fd)
    own_files = walls.stand(proc_fd)
    os.environ.clear()
    os.environ.update(ENVIRONMENT)
    os.umask(0o022)
    sys.setrecursionlimit(sys.getrecursionlimit() + OWN_FRAMES)
    while os.open("/dev/null", os.O_RDONLY) < LAST_RESERVED:
        pass
    return own_files


def main(link, proc_fd: int) -> None:
    """Never returns."""
    try:
        namespaces.die_with_parent(signal.SIGKILL)
        proc_fd = fcntl.fcntl(proc_fd, fcntl.F_DUPFD_CLOEXEC, LAST_RESERVED + 1)
        zygote = Zygote(link, proc_fd, own_files=_settle(proc_fd))
        warm_up()
        hide_tools()
        gc.collect()
        holes.fill_holes()
        gc.freeze()
        gc.disable()
        holes.return_free_memory()
        zygote.serve()
    except message_socket.SocketClosed:
        os._exit(0)
    except BaseException as error:
        try:
            message_socket.send(link, {"broken": "%s: %s" % (type(error).__name__, error)})
        finally:
            os._exit(SETUP_FAILED)
