"""First process of a cell: reads requests, has boxes made for them, judges, answers. The only process that sees both a
program and its tests; what it forks, it has forked before the first request."""
from __future__ import annotations

import base64
import os

from sandbox_tools.box.record import BROKEN_TEST
from sandbox_tools.cell import judge, memory_files
from sandbox_tools.cell import message_socket
from sandbox_tools.cell.cpu_clock import GroupClock
from sandbox_tools.cell.isolation import OomCounter
from sandbox_tools.cell.protocol import read_frame, write_frames
from sandbox_tools.cell.learned import Learned, suite_of
from sandbox_tools.cell.run import TWO_BOXES, Run
from sandbox_tools.cell.watch import BrokenCell, HostGone
from sandbox_tools.digest import sha256
from sandbox_tools.session.watched import Session
from sandbox_tools.split.compiled_test import is_whole

PROBE_LIMITS = {
    "cpuMs": 5_000, "wallMs": 30_000, "memoryMb": 512, "processes": 4, "outputBytes": 1 << 16, "diskMb": 1,
}


def _program(request: dict) -> dict:
    """What the program's box is told: of the manner in which it is run, neither limits nor how it goes on."""
    name = "program64" if "program64" in request else "program"
    program = {name: request[name]}
    if "manner" in request:
        manner = {name: request["manner"][name] for name in ("tool", "finished")}
        program["manner"] = {**manner, "entryPoint": request.get("entryPoint")}
    return program


def _resident_kb(pid) -> int:
    try:
        with open("/proc/%s/statm" % pid) as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") // 1024
    except OSError:
        return 0


class Controller:
    """@raises HostGone when nobody listens any more, BrokenCell when it cannot go on"""

    def __init__(self, host_in: int, host_out: int, link):
        self.host_in = host_in
        self.host_out = host_out
        self.link = link
        self.oom = OomCounter()
        self.zygote = self._meet_zygote()
        self.group = GroupClock((os.getpid(), self.zygote))
        self.compiled = Learned()
        self.answers = Learned()
        #: Of a cell that is a session's, which is asked nothing else.
        self.session = None

    def _meet_zygote(self) -> int:
        heard = {}
        while not ("zygote" in heard and "ready" in heard):
            try:
                message, _ = message_socket.receive(self.link)
            except message_socket.SocketClosed as error:
                raise BrokenCell("the process that makes boxes did not start") from error
            if "broken" in message:
                raise BrokenCell("no boxes can be made here: %s" % message["broken"])
            heard.update(message)
        return heard["zygote"]

    def say(self, *frames: dict) -> None:
        write_frames(self.host_out, *frames)

    def probe(self) -> dict:
        """What a box says about itself."""
        with Run("probe", {"limits": PROBE_LIMITS, "seed": 0}) as run:
            run.open_probe()
            ended = run.go(self.link, self.host_in, self.group)
            said = run.said()
        if not said:
            raise BrokenCell("a box could not be set up (wait status %d)" % ended.statuses["candidate"][0])
        return message_socket.decode(said.decode("ascii"))

    def _open_check(self, run: Run, request: dict, texts: dict):
        """Returns what keeps, after the run, what its checker has learned of the test."""
        test = memory_files.encoded(texts)
        key = sha256(test).digest()
        suite = suite_of(request, texts["test"], key)
        compiled, answers = self.compiled.of(key), self.answers.of(suite)
        run.open_check(_program(request), test, compiled, answers)

        def learn(recorded) -> None:
            written = memory_files.whole(run.files["compiled"]) if compiled == b"" else b""
            if is_whole(written):
                self.compiled.keep(key, written)
            if answers == b"" and recorded == "passed":
                self.answers.keep(suite, memory_files.whole(run.files["known"]))

        return learn

    def _test(self, request: dict, test) -> dict:
        """{outcome}, or {broken: why} of a test that cannot be run."""
        with Run(request["assurance"], request) as run:
            texts = {name: request[name] for name in ("setup", "entryPoint", "manner") if name in request}
            texts["test"] = test
            learn = self._open_check(run, request, texts) if run.kind in TWO_BOXES else None
            if learn is None:
                run.open_shared({**_program(request), **texts})
            ended = run.go(self.link, self.host_in, self.group)
            seen = run.observation(ended, self.oom.rose())
            if learn is not None:
                learn(seen.recorded)
        if seen.recorded == BROKEN_TEST:
            return {"broken": judge.broken_test(seen)}
        return {"outcome": judge.outcome(seen)}

    def _check(self, request: dict) -> None:
        """One answer per test and an end; a test that cannot be run is the last thing said."""
        tests = request["tests"] or [None]
        for number, test in enumerate(tests):
            answer = {"id": request["id"], "test": number, **self._test(request, test)}
            if "broken" in answer:
                return self.say(answer)
            if number + 1 < len(tests):
                self.say(answer)
            else:
                self.say(answer, {"id": request["id"], "end": len(tests)})

    def _script(self, request: dict) -> None:
        with Run("script", request) as run:
            run.open_script(_program(request), base64.b64decode(request.get("stdin64", "")))
            ended = run.go(self.link, self.host_in, self.group)
            seen = run.observation(ended, self.oom.rose())
            answer = {
                **judge.script(seen),
                "stdout": memory_files.captured(run.files["output"]),
                "stderr": memory_files.captured(run.files["errors"]),
                "wallMs": round(ended.wall_ms, 3),
            }
        self.say({"id": request["id"], "script": answer})

    def _session(self, request: dict) -> None:
        """Opens it, or asks something of it."""
        if self.session is None:
            self.session = Session(self.link, self.host_in, self.say, self.oom, request)
            answer = {"end": "finished", "wallMs": 0}
        else:
            answer = self.session.give(request) if "files" in request else self.session.block(request)
        self.say({"id": request["id"], "block": answer})

    def _pong(self) -> dict:
        return {
            "op": "pong",
            "zygoteRssKb": _resident_kb(self.zygote),
            "ownRssKb": _resident_kb("self"),
            "descriptors": len(os.listdir("/proc/self/fd")),
        }

    def serve(self) -> None:
        while True:
            request = read_frame(self.host_in)
            if request is None:
                raise HostGone()
            if request.get("op") == "ping":
                self.say(self._pong())
            elif request.get("op") == "interrupt":
                pass  # of a block that has ended meanwhile
            elif request.get("kind") == "session":
                self._session(request)
            elif self.session is not None:
                raise BrokenCell("a program in the cell of a session")
            elif request.get("kind") == "check":
                self._check(request)
            elif request.get("kind") == "script":
                self._script(request)
            else:
                raise BrokenCell("a request of no known kind")
