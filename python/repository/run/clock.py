"""A clock that everything starts at the same time by, for code that is imported afterwards.

With a start it is always the same: `time.time`, `monotonic`, `perf_counter`, `process_time`, `thread_time` (and their `_ns`) begin there
and go on by 100 microseconds at each reading, and by `time.sleep`, which hardly waits; `datetime.now`, `utcnow`, `today`, and the functions
of `time` that mean now when they are given nothing, agree. So what is told depends on what the code does and on nothing else, and loops
that wait for a moment end. Without a start they are the machine's. Either way the calendar may be off by a fixed time, and with a start it
may go at another pace than the others. What waits inside Python's own library (event loops, threads, queues) keeps the real clock, so
nothing hangs. Not seen: time stamps of files, `time.clock_gettime`, and code of libraries written in C.
"""
from __future__ import annotations

import asyncio
import concurrent.futures  # noqa: F401
import ctypes
import datetime
import gc
# Like asyncio they bind the real clock when they are first imported.
import queue  # noqa: F401
import subprocess  # noqa: F401
import threading
import time

_RUNNING = ("monotonic", "perf_counter", "process_time", "thread_time")
_NOW = ("localtime", "gmtime", "ctime")
_REAL = {name: getattr(time, name) for name in ("time", "sleep", "asctime", "strftime", *_RUNNING, *_NOW)}
_SECOND = 10**9
_STEP = 100_000
#: Seconds that a thread among others sleeps at most.
_RACE = 0.002
#: Where the clocks begin that do not tell the time of day.
_BEGUN = 1000 * _SECOND


class Clock:
    """In nanoseconds since the epoch, or since some moment."""

    def __init__(self, start=None, shift=0, pace=1):
        self._start, self._shift, self._pace, self._gone = start, int(shift * _SECOND), pace, -_STEP

    def now(self) -> int:
        if self._start is None:
            return int(_REAL["time"]() * _SECOND) + self._shift
        return int(self._start * _SECOND) + self._shift + self._read() * self._pace

    def running(self, name: str) -> int:
        return int(_REAL[name]() * _SECOND) if self._start is None else _BEGUN + self._read()

    def sleep(self, seconds) -> None:
        if seconds < 0:
            raise ValueError("sleep length must be non-negative")
        if self._start is not None:
            self._gone += int(seconds * _SECOND)
            # Where others run beside it, who wakes first is chance, and shall be seen to be.
            seconds = min(seconds, _RACE) if threading.active_count() > 1 else 0
        # Other threads have their turn.
        _REAL["sleep"](seconds)

    def restart(self) -> None:
        self._gone = -_STEP

    def _read(self) -> int:
        self._gone += _STEP
        return self._gone


class Reading:
    """Stands for a function of `time`: like those it is no method where it is an attribute of a class, and pickles as its name."""

    def __init__(self, name: str, read):
        self.__module__, self.__name__, self.__qualname__ = "time", name, name
        self._read = read

    def __call__(self, *arguments):
        return self._read(*arguments)

    def __reduce__(self):
        return self.__name__


def put(name: str, read) -> None:
    """In the place of a function of `time`."""
    setattr(time, name, Reading(name, read))


def install(asked: dict) -> Clock:
    """Before anything of the project is imported. `asked`: {"start"?, "shift"?, "pace"?}, as in run_cases.py. What `restart` of the answer
    does is for those that run several things in one process."""
    clock = Clock(**asked)
    for name in _RUNNING:
        put(name, lambda name=name: clock.running(name) / _SECOND)
        put(f"{name}_ns", lambda name=name: clock.running(name))
    asyncio.base_events.BaseEventLoop.time = lambda self: _REAL["monotonic"]()
    put("time", lambda: clock.now() / _SECOND)
    put("time_ns", clock.now)
    put("sleep", clock.sleep)
    for name in _NOW:
        put(name, lambda seconds=None, real=_REAL[name]: real(clock.now() / _SECOND if seconds is None else seconds))
    put("asctime", lambda moment=None: _REAL["asctime"](time.localtime() if moment is None else moment))
    put("strftime", lambda form, moment=None: _REAL["strftime"](form, time.localtime() if moment is None else moment))
    # In the class itself, so that it stays the class of its instances, wherever they come from; `today` asks `time.time`.
    [held] = gc.get_referents(datetime.datetime.__dict__)
    held["now"] = classmethod(lambda cls, tz=None: cls.fromtimestamp(clock.now() / _SECOND, tz))
    held["utcnow"] = classmethod(lambda cls: cls.fromtimestamp(clock.now() / _SECOND, datetime.timezone.utc).replace(tzinfo=None))
    ctypes.pythonapi.PyType_Modified(ctypes.py_object(datetime.datetime))
    return clock
