"""Makes a run's surroundings other than they were, or holds them still, where a request of the runner has no field for it.

As a trace of the runner (see run_cases.py): module `repository.measure.conditions`, function `arrange`, argument any of
  {"directoryOrder": "sorted" | "reversed",     in which os.listdir and os.scandir tell names
   "speed": "slow" | "held",                    clocks that measure durations run a thousand times as fast, by the processor's time if
                                                 nothing else moves them, or all but stand still
   "threads": "eager" | "inline",               switched as often as can be, or run to their end where they are started
   "process": "other" | "held"}                 other numbers of processes, or always the same one
It tells nothing per case (null). Only for a process that is started for such a run and ends with it.
"""
from __future__ import annotations

import os
import sys
import threading
import time

from repository.run import clock

_SLOW = 1000
_CLOCKS = ("monotonic", "perf_counter", "process_time", "thread_time")
_PROCESS = 4242
#: The real one: this is loaded before the clock of the cases takes its place.
_PROCESSED = time.process_time


def arrange(argument: dict, path: list):
    """The runner's trace; ValueError for a condition that is none."""
    del path
    for name, value in argument.items():
        if (name, value) not in _ARRANGED:
            raise ValueError(f"no such condition: {name} {value}")
        _ARRANGED[name, value]()
    return lambda target: lambda: None


def _directory_order(reverse: bool) -> None:
    listed, scanned = os.listdir, os.scandir

    class Scan:
        def __init__(self, folder):
            with scanned(folder) as entries:
                self._entries = iter(sorted(entries, key=lambda entry: entry.name, reverse=reverse))

        def __iter__(self):
            return self

        def __next__(self):
            return next(self._entries)

        def __enter__(self):
            return self

        def __exit__(self, *_):
            self.close()

        def close(self):
            self._entries = iter(())

    os.listdir = lambda path=None: sorted(listed(path), reverse=reverse)
    os.scandir = lambda path=".": Scan(path)


def _speed(slow: bool) -> None:
    for name in _CLOCKS:
        real = getattr(time, name)
        if slow:
            def told(real=real, worked=_worked()):
                return (real() + worked()) * _SLOW
        else:
            # Going on a little lets loops that wait for a moment end.
            state = [1000.0]

            def told(state=state):
                state[0] += 1e-7
                return state[0]
        clock.put(name, told)
        clock.put(name + "_ns", lambda told=told: int(told() * 10**9))


def _worked():
    """Reads the processor's time that went by, also in a process that is forked meanwhile, whose own begins at nothing."""
    state = [_PROCESSED(), 0.0]

    def worked() -> float:
        now = _PROCESSED()
        state[1] += now - state[0] if now >= state[0] else now
        state[0] = now
        return state[1]

    return worked


def _inline_threads() -> None:
    def start(self):
        self.__dict__["_ended_inline"] = False
        try:
            self.run()
        except SystemExit:
            pass
        except BaseException:
            threading.excepthook(threading.ExceptHookArgs([*sys.exc_info(), self]))
        self.__dict__["_ended_inline"] = True

    threading.Thread.start = start
    threading.Thread.join = lambda self, timeout=None: None
    threading.Thread.is_alive = lambda self: self.__dict__.get("_ended_inline") is False


def _eager_threads() -> None:
    sys.setswitchinterval(1e-6)


def _other_process() -> None:
    # In a box of its own the numbers begin at the same one each time.
    for _ in range(3):
        child = os.fork()
        if child == 0:
            os._exit(0)
        os.waitpid(child, 0)


def _held_process() -> None:
    os.getpid = os.getppid = lambda: _PROCESS


_ARRANGED = {
    ("directoryOrder", "sorted"): lambda: _directory_order(False),
    ("directoryOrder", "reversed"): lambda: _directory_order(True),
    ("speed", "slow"): lambda: _speed(True),
    ("speed", "held"): lambda: _speed(False),
    ("threads", "eager"): _eager_threads,
    ("threads", "inline"): _inline_threads,
    ("process", "other"): _other_process,
    ("process", "held"): _held_process,
}
