"""Runs one job in an interpreter of its own: `repository.<job>` answers the request, and may say records before.

    answer(request, say) -> record
    say(record)          tells a record now
    say.file(name)       a file to hand over, to be written to in pieces (`with`, or `close()`)
    say.line             (descriptor to read, descriptor to write) of the line to the host; None without one
    say.seal             (folders that keep their place, paths that are read-only from here on), once; None where walls do not seal

Nothing of it is more than text to whoever reads it. Imports nothing but the standard library, runs on Python 3.9 and
later.
"""
import json
import os
import signal
import sys
from _thread import allocate_lock

TOLD, SAID, FROM_HOST, TO_HOST, SEAL = 3, 4, 5, 6, 8
PIECE_BYTES = 1 << 16
LONGEST_MESSAGE = 4_000

_write, _process, _exit, _show = os.write, os.getpid, os._exit, sys.__excepthook__
_kill, _by_default, _INTERRUPT, _DEFAULT = os.kill, signal.signal, signal.SIGINT, signal.SIG_DFL
_encode = json.JSONEncoder(separators=(",", ":"), allow_nan=False).encode


class File:
    def __init__(self, say, name):
        self._say = say
        say.frame(b"F", name.encode("utf-8"))

    def write(self, data):
        view = memoryview(data).cast("B")
        for start in range(0, len(view), PIECE_BYTES):
            self._say.frame(b"d", view[start:start + PIECE_BYTES])
        return len(view)

    def flush(self):
        pass

    def close(self):
        if self._say is not None:
            self._say.frame(b"c", b"")
            self._say = None

    def __enter__(self):
        return self

    def __exit__(self, kind, *_):
        # What was not written to its end is no file.
        if kind is None:
            self.close()


class Say:
    def __init__(self, line):
        self.line = line
        self.seal = _seal if _is_open(SEAL) else None
        self._lock = allocate_lock()

    def __call__(self, record):
        self.frame(b"r", _encode(record).encode("ascii"))

    def file(self, name):
        return File(self, name)

    def frame(self, kind, body):
        data = memoryview(b"%s%s%s" % (kind, len(body).to_bytes(4, "big"), bytes(body)))
        with self._lock:
            while data:
                data = data[_write(SAID, data):]


def _seal(fixed, read_only):
    data = memoryview(_encode({"fixed": fixed, "readOnly": read_only}).encode("ascii") + b"\n")
    while data:
        data = data[_write(SEAL, data):]
    said = os.read(SEAL, 1 << 12)
    os.close(SEAL)
    if said != b"done\n":
        raise OSError("files cannot be sealed: %s" % said.decode("utf-8", "replace"))


def _request():
    parts = []
    while True:
        part = os.read(TOLD, 1 << 20)
        if not part:
            break
        parts.append(part)
    os.close(TOLD)
    return json.loads(b"".join(parts))


def _is_open(fd):
    try:
        os.fstat(fd)
        return True
    except OSError:
        return False


def _close_in_child():
    try:
        os.close(SAID)
    except OSError:
        pass


def _told(error):
    try:
        message = str(error)[:LONGEST_MESSAGE]
    except BaseException:
        message = ""
    kind = type(error)
    told = {"type": "%s:%s" % (kind.__module__, kind.__qualname__), "message": message}
    return {**told, "memory": True} if isinstance(error, MemoryError) else told


def _flush():
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except BaseException:
            pass  # the job has put something else there


def _load(job):
    """Its package stays importable by its own path, and is on nobody else's."""
    folder = os.path.dirname(os.path.abspath(__file__))
    __import__("repository." + job)
    module = sys.modules["repository." + job]
    sys.path[:] = [entry for entry in sys.path if entry != folder]
    return module


def main():
    parent = _process()
    line = (FROM_HOST, TO_HOST) if _is_open(FROM_HOST) else None
    for fd in (SAID, *(line or ()), *((SEAL,) if _is_open(SEAL) else ())):
        os.set_inheritable(fd, False)
    os.register_at_fork(after_in_child=_close_in_child)
    say = Say(line)
    job = sys.argv[1]
    sys.argv[:] = [""]
    try:
        import site

        # As in any interpreter; only folders are not added.
        site.setquit()
        site.setcopyright()
        site.sethelper()
        last = _encode(_load(job).answer(_request(), say)).encode("ascii")
        if _process() != parent:
            _exit(0)
        _flush()
        say.frame(b"E", last)
        _exit(0)
    except SystemExit as leaving:
        _flush()
        _exit(leaving.code & 0xFF if isinstance(leaving.code, int) else int(leaving.code is not None))
    except KeyboardInterrupt:
        # Sent by code that runs beside the job: ended by it, as by any other signal; nothing of ours is broken.
        _by_default(_INTERRUPT, _DEFAULT)
        _kill(_process(), _INTERRUPT)
    except BaseException as error:
        told = _told(error)
        if _process() == parent:
            try:
                _show(type(error), error, error.__traceback__)
                _flush()
            except BaseException:
                pass
            say.frame(b"X", _encode(told).encode("ascii"))
        _exit(1)


if __name__ == "__main__":
    main()
