"""Tries cases in forked children: which can be run, which lines of the function they take, how they end.

Foreign code runs here: this module works only in a box. A child takes a batch; a case that hangs is interrupted,
one that kills the child is set down as lost, and the rest go to another child.
`try_cases(target, cases, seconds of processor time) -> [report or None]`; a report is
  {"arcs": [[from line, to line]...] sorted, "end": "finished" | "raised", "error"?: name of the exception's class,
   "deliberate"?: the exception was raised by a `raise` of the project (or by what it calls in the standard library
   to say that a value is bad), "called": whether the function ran, "callable": the result can be called,
   "size": shape of the result, "value"?: digest of a plain result}
"""
from __future__ import annotations

import contextlib
import hashlib
import importlib
import io
import json
import linecache
import os
import select
import signal
import sys
# Bound here: foreign code is told another time.
from time import monotonic

from ..run.randomness import seed_randomness
from ..trace.function_source import nested_codes
from ..trace.shape import shape
from . import case_text

# Time is the processor's wherever it decides, so that a busy machine keeps the same cases; waiting has limits far beyond.
# A child has what is left of all the time, and enough for a case or two at least.
PER_CASE, PER_BATCH, SHORTEST, BATCH, WAITING = 0.6, 8, 1.0, 60, 10
# Exceptions which, when no `raise` of the project made them, tell of inputs that the function was never meant for.
INCIDENTAL = (TypeError, AttributeError, NameError, RecursionError, MemoryError, SyntaxError, ImportError, AssertionError, OverflowError)


class Slow(BaseException):
    """A case has used up its time."""


def spent() -> float:
    """Seconds of processor time of this process and of the children that it has waited for."""
    return sum(used for used in os.times()[:4])


def find(target: dict):
    """-> (namespace object to call by `fut`, code object); (None, None) when it is not to be found."""
    try:
        found = importlib.import_module(target["module"])
        raw = None
        for part in target["qualname"].split("."):
            raw = vars(found).get(part) if part in getattr(found, "__dict__", {}) else getattr(found, part)
            found = getattr(found, part)
        raw = getattr(raw, "__func__", raw)
        return found, getattr(raw, "__code__", None)
    except (Exception, SystemExit):
        return None, None


class Lines:
    """The pairs of lines that the code of one function took one after the other."""

    def __init__(self, code):
        self.codes = {id(one): one for one in nested_codes(code)} if code else {}
        self.first, self.arcs, self.last = id(code), set(), {}

    def trace(self, frame, event, argument):
        if id(frame.f_code) not in self.codes:
            return None
        self.last[id(frame)] = -frame.f_code.co_firstlineno
        frame.f_trace_opcodes = False
        return self.line

    def line(self, frame, event, argument):
        if len(self.arcs) < 2000:
            if event == "line":
                self.arcs.add((self.last.get(id(frame), 0), frame.f_lineno))
                self.last[id(frame)] = frame.f_lineno
            elif event == "return":
                self.arcs.add((self.last.pop(id(frame), 0), -1))
        return self.line


def deliberate(error: BaseException, roots: tuple) -> bool:
    """Whether a `raise` statement of the project is where this exception began."""
    if not isinstance(error, INCIDENTAL):
        return True
    last = None
    trace = error.__traceback__
    while trace is not None:
        last, trace = trace, trace.tb_next
    if last is None:
        return False
    code = last.tb_frame.f_code
    if not code.co_filename.startswith(roots):
        return False
    return linecache.getline(code.co_filename, last.tb_lineno).strip().startswith("raise")


def drained(value):
    """What an iterator gives, to a bound: its body runs only then."""
    if hasattr(type(value), "__next__"):
        taken = []
        for item in value:
            taken.append(item)
            if len(taken) >= 60:
                break
        return taken
    return value


def plain_text(value, limit: int = 4000):
    """The text of a value that holds nothing but plain ones; None for any other, or a long one."""
    rest, seen = [value], 0
    while rest:
        one = rest.pop()
        seen += 1
        if seen > limit:
            return None
        if type(one) in (list, tuple):
            rest.extend(one)
        elif type(one) is dict:
            rest.extend(one.keys())
            rest.extend(one.values())
        elif type(one) not in (int, float, str, bytes, bool, type(None)) or type(one) in (str, bytes) and len(one) > limit:
            return None
    return repr(value)


def one_case(space: dict, target: dict, case: dict, code, roots: tuple) -> dict:
    lines, results = Lines(code), []
    body = case_text.body_text(target, case)
    text = "def case_():\n" + "\n".join("    " + line for line in body.split("\n"))
    if "body" not in case and not case["call"]["then"]:
        at = text.rindex("\n    ") + 5
        text = text[:at] + "return " + text[at:]
    report = {"end": "finished", "callable": False, "size": ""}
    space["observe"] = lambda value: results.append(drained(value))
    try:
        exec(compile(text, "<case>", "exec"), space)
        # Which cases are kept depends on their results, so what they draw is the same at every run.
        seed_randomness(0)
        signal.setitimer(signal.ITIMER_PROF, PER_CASE)
        signal.setitimer(signal.ITIMER_REAL, PER_CASE * WAITING)
        sys.settrace(lines.trace)
        try:
            value = space["case_"]()
            report["callable"] = callable(value) and not isinstance(value, type)
            value = drained(value)
        finally:
            sys.settrace(None)
            signal.setitimer(signal.ITIMER_PROF, 0)
            signal.setitimer(signal.ITIMER_REAL, 0)
        report["size"] = shape([value] + results, 3)
        # What a method does may show in its receiver alone, and what gives None in its arguments.
        text = plain_text([value] + results) if target["kind"] == "function" and value is not None else None
        if text is not None:
            report["value"] = hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:12]
    except (Exception, SystemExit) as error:
        report.update(end="raised", error=type(error).__name__, deliberate=deliberate(error, roots), message=str(error)[:80])
    except Slow:
        report.update(end="slow")
    report["arcs"] = sorted(lines.arcs)
    report["called"] = bool(lines.arcs)
    return report


def try_cases(target: dict, cases: list, seconds: float, roots: tuple, load=None) -> list:
    function, code = find(target)
    reports: list = [None] * len(cases)
    if function is None or not cases:
        return reports
    ends, place = spent() + seconds, 0
    while place < len(cases) and spent() < ends:
        batch = cases[place:place + BATCH]
        got = in_child(lambda say: run_batch(target, batch, function, code, roots, say), min(PER_BATCH, max(ends - spent(), SHORTEST)))
        for record in got:
            reports[place + record["number"]] = record
        done = 1 + max([record["number"] for record in got], default=-1)
        # The one that was running when the child ended is lost; the rest go on.
        place += done if done >= len(batch) else done + 1
    return reports


def run_batch(target, batch, function, code, roots, say) -> None:
    import base64
    import pickle
    for number in (signal.SIGALRM, signal.SIGPROF):
        signal.signal(number, slow)
    owner = function
    if target["kind"] != "function":
        owner = importlib.import_module(target["module"])
        for part in target["qualname"].split(".")[:-1]:
            owner = getattr(owner, part)
    for number, case in enumerate(batch):
        blobs = case["needs"]["blobs"]
        space = {"fut": function, target["qualname"].split(".")[-2 if "." in target["qualname"] else 0]: owner, "load": lambda key: pickle.loads(base64.b64decode(blobs[key]))}
        try:
            exec(compile(case_text.prelude(target, [case]), "<prelude>", "exec"), space)
        except (Exception, SystemExit) as error:
            say({"number": number, "end": "prelude", "error": type(error).__name__, "message": str(error)[:80], "arcs": [], "called": False, "callable": False, "size": ""})
            continue
        with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
            report = one_case(space, target, case, code, roots)
        say({"number": number, **report})


def slow(*_):
    raise Slow()


def in_child(function, seconds: float) -> list:
    """Runs `function(say)` in a forked child; what it said until it ended, or had used up its seconds of processor time."""
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.setsid()
            os.close(read)
            import resource
            for name, most in ((resource.RLIMIT_AS, 3 << 30), (resource.RLIMIT_FSIZE, 1 << 22)):
                ceiling = resource.getrlimit(name)[1]
                most = most if ceiling == resource.RLIM_INFINITY else min(most, ceiling)
                resource.setrlimit(name, (most, most))
            # A box refuses limits of the processor's time; this timer's signal ends whoever does not listen to it.
            signal.signal(signal.SIGVTALRM, signal.SIG_DFL)
            signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
            nothing = os.open(os.devnull, os.O_RDWR)
            for number in (0, 1, 2):
                os.dup2(nothing, number)
            owner = os.getpid()
            function(lambda record: os.getpid() == owner and os.write(write, json.dumps(record).encode() + b"\n"))
        except BaseException:
            pass
        finally:
            os._exit(0)
    os.close(write)
    data, ends = bytearray(), monotonic() + seconds * WAITING
    try:
        while True:
            ready, _, _ = select.select([read], [], [], max(0.0, ends - monotonic()))
            if not ready:
                break
            part = os.read(read, 1 << 16)
            if not part:
                break
            data += part
            if len(data) > 1 << 25:
                break
    finally:
        os.close(read)
        try:
            os.killpg(child, signal.SIGKILL)
        except (ProcessLookupError, PermissionError):
            pass
        os.waitpid(child, 0)
    records = []
    for line in data.split(b"\n")[:-1]:
        try:
            records.append(json.loads(line))
        except ValueError:
            continue
    return records
