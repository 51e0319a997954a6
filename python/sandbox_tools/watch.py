"""Watches one candidate until it ends or has to be ended: CPU of its tree, wall clock, output, the host's wish."""
from __future__ import annotations

import os
import select
import time

from sandbox_tools import cpu_clock, sweep

SHORTEST_NAP_MS = 2.0


class HostGone(Exception):
    """The host closed the channel: nobody wants the answer any more."""


def nap_ms(cpu_left_ms: float, wall_left_ms: float, cores: int) -> float:
    """How long nothing can go wrong: a tree cannot use CPU faster than all cores together give it."""
    return max(SHORTEST_NAP_MS, min(wall_left_ms, cpu_left_ms / cores))


class Watch:
    """`statuses`, `stopped` and `written` tell what happened, after `until_over`."""

    def __init__(self, pid: int, limits: dict, base_ms: float):
        self.pid = pid
        self.limits = limits
        self.base_ms = base_ms
        self.started = time.monotonic()
        self.statuses = {}
        self.stopped = None
        self.written = 0
        self.cores = len(os.sched_getaffinity(0))

    def until_over(self, output_fd: int, wake_fd: int, host_fd: int) -> None:
        poller = select.poll()
        poller.register(output_fd, select.POLLIN)
        poller.register(wake_fd, select.POLLIN)
        poller.register(host_fd, select.POLLIN)
        while self.stopped is None:
            sweep.reap(self.statuses)
            if self.pid in self.statuses:
                return
            for fd, _ in poller.poll(self._check_clocks()):
                if fd == wake_fd:
                    sweep.drain(wake_fd)
                elif fd == output_fd:
                    if not self.take_output(output_fd):
                        poller.unregister(output_fd)
                elif not os.read(host_fd, 1):
                    raise HostGone()

    def _check_clocks(self) -> float:
        """Milliseconds to sleep; 0 once a limit is reached."""
        wall_left = self.limits["wallMs"] - (time.monotonic() - self.started) * 1000.0
        if wall_left <= 0:
            self.stopped = "wall"
            return 0
        cpu_left = self.limits["cpuMs"] - cpu_clock.tree_ms(self.pid, self.base_ms)
        if cpu_left <= 0:
            self.stopped = "cpu"
            return 0
        return nap_ms(cpu_left, wall_left, self.cores)

    def take_output(self, fd: int) -> bool:
        """Counts one helping of output. False at its end. Nothing is kept: no verdict depends on it."""
        try:
            data = os.read(fd, 1 << 16)
        except BlockingIOError:
            return True
        self.written += len(data)
        if self.written > self.limits["outputBytes"]:
            self.stopped = "output"
        return bool(data)

    def take_rest(self, fd: int) -> None:
        """What was still in the pipe when everything had died."""
        before = self.stopped
        while self.take_output(fd) and self.stopped != "output":
            if not select.select([fd], [], [], 0)[0]:
                return
        if before not in (None, "output"):
            self.stopped = before
