"""Running one step of an installation within limits, and what is kept of it."""
from __future__ import annotations

import ctypes
import os
import re
import signal
import subprocess
import threading
import time

TAIL_BYTES = 6000
#: Between the end of a step and that of what it left holding its output.
GRACE_SECONDS = 2.0

#: What a log says, and what that means; the first that matches. {0} is the first group.
SIGNATURES = (
    ("stopped", r"((?:Killed signal terminated|signal: ?\d|by signal \d|Signals\.SIG|exit (?:code|status) -\d|\] Killed|Cannot allocate memory|"
                r"Resource temporarily unavailable)[^\n]*)"),
    ("tag-missing", r"(No names found, cannot describe anything|No tags can describe|unable to detect version for|git describe[^\n]* (?:returned|failed)|"
                    r"'describe', '--tags'[^\n]*returned non-zero)"),
    ("git-missing", r"(No such file or directory: '?git'?|git: (?:command )?not found)"),
    ("index-unavailable", r"(error sending request for url[^\n]*|due to network timeout[^\n]*|the package index is not to be had[^\n]*)"),
    ("index-unavailable", r"(?:status (?:code )?(?:client|server) error \(?|HTTP (?:Error|error) |HTTP status server error \()(50[234])"),
    ("interpreter", r"(requires a different Python: [^\n]+|does not satisfy Python[^\n]+)"),
    ("unmet-requirement", r"(No solution found when resolving[^\n]*\n(?:[^\n]*\n?){1,8})"),
    ("unmet-requirement", r"((?:was not found in the package registry|there are no versions of)[^\n]*)"),
    ("network-needed", r"((?:URLError|ConnectionRefusedError|gaierror|Name or service not known|Temporary failure in name resolution|"
                       r"Network is unreachable|Failed to establish a new connection)[^\n]*)"),
    ("git-needed", r"(Git operation failed[^\n]*|failed to (?:fetch|clone)[^\n]*git[^\n]*)"),
    ("compiler-missing", r"((?:command|error): '?[\w.-]*(?:gcc|cc|c\+\+|g\+\+|clang)'? failed[^\n]*|unable to execute '[^\n]+)"),
    ("pkg-resources", r"(ModuleNotFoundError: No module named 'pkg_resources')"),
    ("use-2to3", r"(use_2to3 is invalid)"),
    ("module-missing", r"((?:ModuleNotFoundError|ImportError): [^\n]+)"),
    ("path-outside", r"([^\n]*(?:Too many levels of symbolic links|File name too long|dangling|outside of the root)[^\n]*)"),
)
_RAISED = re.compile(r"^(?:\w+\.)*[A-Z]\w*(?:Error|Exception|Exit|Interrupt)\b[^\n]*", re.M)
#: What a second try of a build gets: a failure known by its signature, the line that mends it.
REPAIRS = {"pkg-resources": "setuptools<81", "use-2to3": "setuptools<58"}


def become_reaper() -> None:
    """What a step leaves behind is handed to this process, and so can be ended (Linux; else the box ends it)."""
    try:
        ctypes.CDLL(None).prctl(36, 1, 0, 0, 0)
    except (OSError, AttributeError):
        pass


def signature(log: str, exit_code, timed_out: bool) -> dict:
    """{"kind", "text"}: what kind of failure a log tells of, the same words for the same cause."""
    if timed_out:
        return {"kind": "time-limit", "text": "did not end within its limit"}
    if exit_code < 0:
        return {"kind": "stopped", "text": f"ended by signal {-exit_code}"}
    for kind, pattern in SIGNATURES:
        found = re.search(pattern, log)
        if found:
            return {"kind": kind, "text": normalise(found[1])}
    raised = _RAISED.findall(log)
    if raised:
        return {"kind": "build-raised", "text": normalise(raised[-1])}
    last = [line for line in log.splitlines() if line.strip()]
    return {"kind": "other", "text": normalise(last[-1]) if last else f"ended with {exit_code}"}


def normalise(text: str) -> str:
    """A message without what changes from run to run: folders, addresses, durations, ports."""
    text = re.sub(r"(?:/[\w.@+-]+){2,}", lambda found: found[0].rsplit("/", 1)[-1], text)
    text = re.sub(r"0x[0-9a-f]+", "0x", text)
    text = re.sub(r"127\.0\.0\.1:\d+", "127.0.0.1", text)
    text = re.sub(r"\b\d+(?:\.\d+)?m?s\b", "", text)
    return re.sub(r"[ \t\x00-\x08\x0b-\x1f\x7f]+", " ", text).strip()[:600]


class Steps:
    """Attempts in the order in which they were made, within one limit of time for all.

    :param folder: where steps may write; their HOME and TMPDIR lie there
    :param say: gets each record as soon as it is complete
    """

    def __init__(self, folder: str, environment: dict, step_seconds: float, total_seconds: float, say):
        self.environment = environment
        self.step_seconds = step_seconds
        self.ends = time.monotonic() + total_seconds
        self.say = say
        self.attempts: list = []
        self.folder = folder
        become_reaper()

    def record(self, rung: int, step: str, words: str, **more) -> dict:
        """Keeps and tells of an attempt; one that ran nothing has neither exit nor log."""
        one = {"kind": "attempt", "rung": rung, "step": step, "command": words, "exit": None, "seconds": 0.0, "log": "", "signature": None, **more}
        self.attempts.append(one)
        self.say(one)
        return one

    def run(self, rung: int, step: str, words: str, argv: list, folder: str | None = None, more: dict | None = None) -> dict:
        """Runs a command, its input empty, and records it: {rung, step, command, exit, seconds, log, signature}.

        `exit` is None where the limit ended it. Whatever it started is ended with it.
        """
        started = time.monotonic()
        limit = min(self.step_seconds, self.ends - started)
        if limit <= 0:
            return self.record(rung, step, words, signature={"kind": "time-limit", "text": "no time was left for it"})
        kept = bytearray()
        process = subprocess.Popen(argv, cwd=folder or self.folder, env={**self.environment, **(more or {})}, stdin=subprocess.DEVNULL,
                                   stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True)

        def keep():
            while True:
                try:
                    data = os.read(process.stdout.fileno(), 65536)
                except (OSError, ValueError):
                    return
                if not data:
                    return
                kept.extend(data)
                if len(kept) > 16 * TAIL_BYTES:
                    del kept[: len(kept) - 8 * TAIL_BYTES]

        reader = threading.Thread(target=keep, daemon=True)
        reader.start()
        timed_out = False
        try:
            process.wait(limit)
        except subprocess.TimeoutExpired:
            timed_out = True
        end_group(process.pid)
        process.wait()
        left = end_orphans()
        reader.join(GRACE_SECONDS)
        if not reader.is_alive():
            process.stdout.close()
        log = clean(bytes(kept[-3 * TAIL_BYTES:]).decode("utf-8", "replace"))
        ok = process.returncode == 0 and not timed_out
        return self.record(rung, step, words, exit=None if timed_out else process.returncode, seconds=round(time.monotonic() - started, 2),
                           log=log[-TAIL_BYTES:], signature=None if ok else signature(log, process.returncode, timed_out), ended=left)


def clean(text: str) -> str:
    """A log without control sequences, fit for a terminal."""
    text = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]|\x1b\][^\x07]*\x07", "", text)
    return re.sub(r"[\x00-\x08\x0b-\x1f\x7f]", "", text)


def end_group(group: int) -> None:
    try:
        os.killpg(group, signal.SIGKILL)
    except (ProcessLookupError, PermissionError):
        pass


def end_orphans() -> int:
    """Ends what was handed to this process by `become_reaper`, generation after generation; how many there were."""
    ended = 0
    for _ in range(200):
        children = _children()
        for child in children:
            try:
                os.kill(child, signal.SIGKILL)
                ended += 1
            except (ProcessLookupError, PermissionError):
                pass
        for child in children:
            try:
                os.waitpid(child, 0)
            except ChildProcessError:
                pass
        if not children:
            break
    return ended


def _children() -> list:
    """Processes whose parent is this one, by /proc; in a box without one the box's end is theirs."""
    found, me = [], os.getpid()
    try:
        names = os.listdir("/proc")
    except OSError:
        return found
    for name in names:
        if name.isdigit():
            try:
                with open(f"/proc/{name}/stat", "rb") as file:
                    fields = file.read().rpartition(b")")[2].split()
                if int(fields[1]) == me:
                    found.append(int(name))
            except (OSError, IndexError, ValueError):
                continue
    return found
