"""Which jumps between lines one definition makes while a case runs.

The library `coverage` knows which arcs exist (measure/branches.py); what was executed is collected here, because its tracer counts whatever
runs between start and stop, decides by folders which files matter, and starts anew in forked children. Here a frame counts when its code
lies in the definition's lines and it was started, however deep, by a recorded call of the target (or is an iterator that such a call made).
`sys.settrace` says the same on every CPython from 3.9 on; `sys.monitoring` begins at 3.12. A target which sets a trace function of its own
loses arcs by it and never gains any.

As a trace of the runner (see run_cases.py): module `repository.measure.arc_tracer`, function `trace`, argument
  {"file": the definition's file, whole or its end ("pkg/mod.py"), "first": n, "last": n,      lines, decorators included
   "within"?: {"module", "functions": [...]}}      frames of the recorder's that stand for a recorded call; without it all of a case counts
and per case {"arcs": [[from, to], ...], "frames": n}: line numbers as `coverage` has them, -n for entering and leaving the code that
begins in line n, sorted; `frames` is how many frames of the definition were started.
"""
from __future__ import annotations

import dis
import sys
import threading

# The other ways to leave a frame for now or for good (yield, await, an exception) are no arcs.
_RETURNS = frozenset(dis.opmap[name] for name in ("RETURN_VALUE", "RETURN_CONST") if name in dis.opmap)
# Which frames of run_cases' recorder stand for a recorded call, or for what such a call left to be run later.
RECORDED = {"module": "repository.run.recorder", "functions": ["_record", "_follow", "_follow_async", "follow", "finish"]}
_LAZY = 0x20 | 0x80 | 0x200  # generator, coroutine, asynchronous generator


class _FrameTrace:
    """The trace function of one frame; it stays with a suspended frame, which is how a resumed one is recognised."""

    __slots__ = ("arcs", "last")

    def __init__(self, arcs: set, last: int):
        self.arcs = arcs
        self.last = last

    def __call__(self, frame, event, argument):
        if event == "line":
            self.arcs.add((self.last, frame.f_lineno))
            self.last = frame.f_lineno
        elif event == "return":
            code = frame.f_code
            if code.co_code[frame.f_lasti] in _RETURNS:
                self.arcs.add((self.last, -code.co_firstlineno))
        return self


class ArcTracer:
    """Collects the arcs of the definition in lines `first` to `last` of `file` between `start` and `stop`."""

    def __init__(self, file: str, first: int, last: int, within: dict | None = None):
        self._file = file
        self._first = first
        self._last = last
        self._module = within["module"] if within else None
        self._functions = frozenset(within["functions"]) if within else frozenset()
        self._files: dict = {}
        self._arcs: set = set()
        self._frames = 0
        self._before = None

    def start(self) -> None:
        self._arcs.clear()
        self._frames = 0
        self._before = sys.gettrace()
        threading.settrace(self._entered)
        sys.settrace(self._entered)

    def stop(self) -> dict:
        """What was executed since `start`, in the form told at the head."""
        sys.settrace(self._before)
        threading.settrace(self._before)
        return {"arcs": sorted(list(arc) for arc in tuple(self._arcs)), "frames": self._frames}

    def _entered(self, frame, event, argument):
        code = frame.f_code
        if not self._first <= code.co_firstlineno <= self._last or not self._is_file(code.co_filename):
            return None
        if isinstance(frame.f_trace, _FrameTrace):
            return frame.f_trace
        if not self._counts(frame):
            return None
        self._frames += 1
        return _FrameTrace(self._arcs, -code.co_firstlineno)

    def _is_file(self, name: str) -> bool:
        known = self._files.get(name)
        if known is None:
            known = name == self._file or name.replace("\\", "/").endswith("/" + self._file.lstrip("/"))
            self._files[name] = known
        return known

    def _counts(self, frame) -> bool:
        # An iterator is started by whoever first asks it for a value, often after the call that made it has returned.
        if self._module is None or frame.f_code.co_flags & _LAZY:
            return True
        if self._is_within(frame.f_back):
            return True
        if threading.current_thread() is threading.main_thread():
            return False
        main = sys._current_frames().get(threading.main_thread().ident)
        return self._is_within(main)

    def _is_within(self, frame) -> bool:
        while frame is not None:
            if isinstance(frame.f_trace, _FrameTrace):
                return True
            if frame.f_code.co_name in self._functions and frame.f_globals.get("__name__") == self._module:
                return True
            frame = frame.f_back
        return False


def trace(argument: dict, path: list):
    """The runner's trace; ValueError when the argument is none."""
    del path
    try:
        tracer = ArcTracer(str(argument["file"]), int(argument["first"]), int(argument["last"]), argument.get("within"))
    except (KeyError, TypeError) as error:
        raise ValueError(f"an arc trace needs file, first and last: {error}") from None

    def begin(target):
        del target
        tracer.start()
        return tracer.stop

    return begin
