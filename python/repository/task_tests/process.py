"""The process that tests run in, and all that it starts. It is out of reach of this one: it cannot read or trace it, it is not told where
its own descriptors lead, and it is ended, with all it has left, before anything that it said is read to the end."""
from __future__ import annotations

import ctypes
import os
import secrets
import signal
import subprocess
import sys
import threading

from .tree import TOPS

LONGEST_LOG = 64 << 20
LONGEST_TOLD = 64 << 20
PR_SET_DUMPABLE = 4


class Process:
    def __init__(self, request: dict, tree: str, scratch: str, metadata=None):
        """@param metadata: folder with the metadata of the repository's distribution, or None"""
        self.request, self.tree, self.scratch, self.metadata = request, tree, scratch, metadata
        self.interpreter = request.get("interpreter") or sys.executable
        self.token = secrets.token_hex(16)
        self.log, self.told = bytearray(), bytearray()
        self._pipes: tuple = ()

    def descriptors(self) -> tuple:
        """What the reporter is to tell on, and where it reads its token: arguments of runner.py."""
        told, telling = os.pipe()
        secret, telling_secret = os.pipe()
        os.write(telling_secret, self.token.encode())
        os.close(telling_secret)
        self._pipes = (told, telling, secret)
        return str(telling), str(secret)

    def play(self, arguments: list) -> tuple:
        """(exit code or negative signal; None: it was ended here, whether its time was over)."""
        if sys.platform == "linux":
            # Nobody of the same user may look into it, or write to it.
            ctypes.CDLL(None).prctl(PR_SET_DUMPABLE, 0, 0, 0, 0)
        handed = self._pipes[1:]
        child = subprocess.Popen([self.interpreter, *arguments], cwd=self.tree, env=self.environment(), stdin=subprocess.DEVNULL,
                                 stdout=subprocess.PIPE, stderr=subprocess.STDOUT, pass_fds=handed, start_new_session=True)
        for descriptor in handed:
            os.close(descriptor)
        streams = [("log", child.stdout, LONGEST_LOG)]
        if self._pipes:
            streams.append(("told", os.fdopen(self._pipes[0], "rb", 0), LONGEST_TOLD))
        readers = [threading.Thread(target=self._read, args=one, daemon=True) for one in streams]
        for reader in readers:
            reader.start()
        # A process that it left behind may hold its output open.
        code = wait_and_end(child, self.request["seconds"])
        for reader in readers:
            reader.join(10)
        return code, code is None

    def compiles(self, path: str) -> bool:
        """Whether the tested project's interpreter reads a text of ours."""
        code = "import sys; compile(open(sys.argv[1], 'rb').read(), sys.argv[1], 'exec')"
        return subprocess.run([self.interpreter, "-c", code, path], env={"PATH": os.defpath}, capture_output=True, stdin=subprocess.DEVNULL).returncode == 0

    def environment(self) -> dict:
        home = os.path.join(self.scratch, "home")
        os.makedirs(home, exist_ok=True)
        programs = [os.path.dirname(self.interpreter)] if self.request.get("interpreter") else []
        return {"PATH": os.pathsep.join([*programs, os.environ.get("PATH", os.defpath)]), "TMPDIR": home, **usual_environment(self.request["roots"], self.tree, home, self.metadata),
                **self.request.get("environment", {})}

    def _read(self, name: str, stream, most: int) -> None:
        """Reads to the end and keeps the first `most` bytes."""
        kept = getattr(self, name)
        with stream:
            while True:
                part = os.read(stream.fileno(), 1 << 16)
                if not part:
                    break
                kept += part[:max(0, most - len(kept))]


def usual_environment(roots: dict, tree: str, home: str, metadata=None) -> dict:
    """What every process in a tree has, whatever it runs. @param metadata: folder with the metadata of the repository's distribution, or None"""
    path = [os.path.join(tree, top) for top in TOPS if os.path.isdir(os.path.join(tree, top))]
    path += [metadata] if metadata else []
    path += [roots[name] for name in ("deps", "tools") if roots.get(name)]
    return {"HOME": home, "LANG": "C.UTF-8", "LC_ALL": "C.UTF-8", "TZ": "UTC", "PYTHONHASHSEED": "0", "PYTHONPATH": os.pathsep.join(path)}


def wait_and_end(child, seconds: float):
    """Exit code or negative signal; None: its time was over. It is ended with all that it left."""
    try:
        code = child.wait(seconds)
    except subprocess.TimeoutExpired:
        code = None
    end_all(child.pid)
    child.wait()
    return code


def in_box() -> bool:
    """Whether every process that this one may end belongs to the box: there, the folder of processes is empty, and the first process is
    its parent."""
    try:
        return os.getppid() == 1 and os.getuid() != 0 and not os.listdir("/proc")
    except OSError:
        return False


def end_all(pid: int) -> None:
    try:
        if in_box():
            # Also those that left the group.
            os.kill(-1, signal.SIGKILL)
        else:
            os.killpg(pid, signal.SIGKILL)
    except ProcessLookupError:
        pass
