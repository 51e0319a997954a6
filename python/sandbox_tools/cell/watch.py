"""Watches one run until its boxes have ended or have to be ended: CPU of their trees, wall clock, output."""
from __future__ import annotations

import os
import select
import time

from sandbox_tools.box import scratch
from sandbox_tools.cell import cpu_clock
from sandbox_tools.cell import message_socket

SHORTEST_NAP_MS = 2.0
#: Between looks: without a counter of its control group, what a parent disowns is counted only as it is seen.
LONGEST_NAP_MS = 100.0
LONGEST_END_SECONDS = 20.0
CORES = len(os.sched_getaffinity(0))


class HostGone(Exception):
    """The host closed the channel: nobody wants the answer any more."""


class BrokenCell(Exception):
    """The cell itself cannot go on. Never the program's fault, never a verdict."""


def heard_of_boxes(link) -> dict:
    """The next message of the process that makes boxes. @raises BrokenCell"""
    try:
        message, _ = message_socket.receive(link)
    except message_socket.SocketClosed as error:
        raise BrokenCell("the process that makes boxes has ended") from error
    if "broken" in message:
        raise BrokenCell("a box could not be made: %s" % message["broken"])
    return message


def nap_ms(cpu_left_ms: float, wall_left_ms: float, cores: int = CORES) -> float:
    """How long nothing can go wrong: a tree cannot use CPU faster than all cores together give it."""
    return max(SHORTEST_NAP_MS, min(wall_left_ms, cpu_left_ms / cores, LONGEST_NAP_MS))


class Ended:
    """How a run ended. statuses: {box: (wait status, CPU ms, whether we killed it)}. stopped: "cpu", "wall", "output"
    or None; `stopped_box` the one whose CPU it was. crowded: when it was last looked at, or just before, the candidate
    had as many threads as it may. disk_full: when it was stopped, its scratch folders were. output_full: one of its
    outputs is."""

    def __init__(self, statuses: dict, stopped, watch: "Watch"):
        self.statuses = statuses
        self.stopped, self.stopped_box = stopped
        self.wall_ms = watch.wall_ms()
        self.crowded = watch.crowded
        self.disk_full = watch.disk_full
        self.output_full = watch.output_full()


class Watch:
    """`group`: the cell's GroupClock; `outputs`: memory files that a program writes into; `cpu_ms`: limit of each box."""

    def __init__(self, link, host_fd: int, group, limits: dict, cpu_ms: dict):
        self.link = link
        self.group = group
        self.limits = limits
        self.cpu_ms = cpu_ms
        self.outputs = ()
        self.crowded = False
        self.disk_full = False
        self.started = time.monotonic()
        self.trees = {name: cpu_clock.Tree() for name in cpu_ms}
        self._poller = select.poll()
        self._poller.register(link, select.POLLIN)
        # Requests sent ahead may be waiting there: only the end of the host is of interest.
        self._poller.register(host_fd, 0)

    def _hear(self, timeout_ms: float):
        """The next message of the zygote, or None when there is none in time. @raises HostGone, BrokenCell"""
        for fd, _ in self._poller.poll(timeout_ms):
            if fd != self.link.fileno():
                raise HostGone()
            return heard_of_boxes(self.link)
        return None

    def wall_ms(self) -> float:
        return (time.monotonic() - self.started) * 1000.0

    def output_full(self) -> bool:
        return any(os.fstat(fd).st_size >= self.limits["outputBytes"] for fd in self.outputs)

    def _look(self):
        """Brings the trees up to date. The zygote's last message when everything has ended meanwhile, else None."""
        message_socket.send(self.link, {"who": True})
        message = self._hear(LONGEST_END_SECONDS * 1000)
        if message is None:
            raise BrokenCell("the process that makes boxes does not answer")
        if "ended" in message:
            return message
        # Of all boxes first, so that what the checker uses meanwhile is not the candidate's.
        all_ms = self.group.ms()
        cpu_clock.look_at(self.trees, message["boxes"])
        self._share_out(all_ms)
        return None

    def _share_out(self, all_ms: float) -> None:
        """What all boxes have used and the checker has not, the candidate has."""
        candidate = self.trees["candidate"]
        candidate.used(all_ms - sum(tree.cpu_ms for tree in self.trees.values() if tree is not candidate))

    def until_ended(self) -> Ended:
        self.started = time.monotonic()
        self.group.restart()
        statuses, stopped = self._until_over()
        if statuses is None:
            self.disk_full = any(scratch.is_full("/proc/%d/root" % pid) for pid in self.trees["candidate"].living)
            statuses = self._stop()
        for name, (_, cpu_ms, _) in statuses.items():
            self.trees[name].used(cpu_ms)
        self._share_out(self.group.ms())
        for name, (status, _, ours) in statuses.items():
            statuses[name] = (status, self.trees[name].cpu_ms, ours)
        return Ended(statuses, stopped, self)

    def _until_over(self) -> tuple:
        """(statuses, (None, None)) when all ended by themselves, else (None, (why, box))."""
        nap = nap_ms(min(self.cpu_ms.values()), self.limits["wallMs"])
        while True:
            message = self._hear(nap) or self._look()
            if message is not None:
                return message["ended"], (None, None)
            self.crowded = self.trees["candidate"].threads >= self.limits["processes"]
            wall_left = self.limits["wallMs"] - self.wall_ms()
            left = {name: self.cpu_ms[name] - tree.cpu_ms for name, tree in self.trees.items()}
            shortest = min(left, key=left.get)
            if left[shortest] <= 0:
                return None, ("cpu", shortest)
            if wall_left <= 0:
                return None, ("wall", "candidate")
            if self.output_full():
                return None, ("output", "candidate")
            nap = nap_ms(left[shortest], wall_left)

    def _stop(self) -> dict:
        message_socket.send(self.link, {"kill": True})
        deadline = time.monotonic() + LONGEST_END_SECONDS
        while True:
            message = self._hear(max(0.0, (deadline - time.monotonic()) * 1000.0))
            if message is None:
                raise BrokenCell("a box would not end")
            if "ended" in message:
                return message["ended"]
