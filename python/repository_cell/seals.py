"""Files that nobody in a box may change any more. Its first process is asked once, by our own part of the job and before that runs what is
not ours; it then gives up its rights, as the job has from its start. Who asks nothing closes the line."""
from __future__ import annotations

import json
import os
import socket

from sandbox_tools.cell import namespaces

WORK = b"/tmp/"
READ_BYTES = 1 << 16
LONGEST_REQUEST = 64 << 20
DONE = b"done\n"


def line() -> tuple:
    """(descriptor of the first process, that of the job)"""
    asked, asking = socket.socketpair()
    return asked.detach(), asking.detach()


def answer(asked: int) -> None:
    """One line of JSON: {"fixed": [folders that keep their place], "readOnly": [files and folders]}. Says DONE, or why not."""
    data = b""
    while not data.endswith(b"\n"):
        part = os.read(asked, READ_BYTES)
        if not part or len(data) > LONGEST_REQUEST:
            os.close(asked)
            return
        data += part
    try:
        _seal(json.loads(data))
        said = DONE
    except (OSError, ValueError, KeyError) as error:
        said = ("%s\n" % error).encode("utf-8", "replace")
    os.write(asked, said)
    os.close(asked)


def _seal(request: dict) -> None:
    for folder in _paths(request["fixed"]):
        # What something is mounted on can be neither renamed nor removed.
        namespaces.mount(folder, folder, None, namespaces.MS_BIND | namespaces.MS_REC, None)
    for path in _paths(request["readOnly"]):
        namespaces.mount(path, path, None, namespaces.MS_BIND, None)
        namespaces.make_read_only([path])


def _paths(names: list) -> list:
    """Bytes, folders before what is in them: what is mounted later on a folder hides what lies on it."""
    paths = sorted(os.fsencode(name) for name in names)
    if not all(os.path.realpath(path).startswith(WORK) for path in paths):
        raise ValueError("a path outside of the box's own folder")
    return paths
