"""First process of a repository cell: takes archives, has jobs run on them one after another, tells how they ended."""
from __future__ import annotations

import os

from __main__ import finder  # has the texts of all our modules that are not every cell's
from sandbox_tools.cell.protocol import ProtocolError
from sandbox_tools.cell.controller import Controller
from sandbox_tools.cell.watch import BrokenCell
from repository_cell import archives, guest_folder, machine_python
from repository_cell.host_wire import HostWire
from repository_cell.watched import Job


class RepositoryController(Controller):
    """@raises HostGone when nobody listens any more, BrokenCell when it cannot go on"""

    def __init__(self, host_in: int, host_out: int, link):
        super().__init__(host_in, host_out, link)
        self.wire = HostWire(host_in, host_out)
        #: Writes and compiles our own jobs; None once it has.
        self.writer = archives.apart(lambda: guest_folder.write(finder.sources), ())

    def say(self, *frames: dict) -> None:
        self.wire.say(*frames)
        self.wire.send_all()

    def _await_guest_folder(self) -> None:
        if self.writer is None:
            return
        _, status = os.waitpid(self.writer, 0)
        self.writer = None
        if status != 0:
            raise BrokenCell("there is no room for its own files")

    def _archive(self, request: dict) -> None:
        self.say({"id": request["id"], "archive": archives.receive(self.wire, request["at"])})

    def _job(self, request: dict) -> None:
        self._await_guest_folder()
        with Job(self, request) as job:
            answer = job.run()
        self.say({"id": request["id"], "job": answer})

    def serve(self) -> None:
        while True:
            try:
                request = self.wire.next()
            except ProtocolError as error:
                raise BrokenCell(str(error)) from error
            if not isinstance(request, dict) or request.get("op") in ("stop", "taken"):
                continue  # of a job that has ended meanwhile
            if request.get("op") == "ping":
                self.say(self._pong())
            elif request.get("kind") == "machinePython":
                self.say({"id": request["id"], "machinePython": machine_python.find()})
            elif request.get("kind") == "archive":
                self._archive(request)
            elif request.get("kind") == "job":
                self._job(request)
            else:
                raise BrokenCell("a request of no known kind")
