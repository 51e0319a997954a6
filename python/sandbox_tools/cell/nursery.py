"""Starts the zygote: a process in user, process, mount and IPC namespaces of its own, so that it may make more of
them for each box and come back. It is forked before the first request and inherits no text."""
from __future__ import annotations

import os
import signal

from sandbox_tools.cell import message_socket
from sandbox_tools.cell import namespaces, zygote

FAILED = 70


def _step_out(end, kept_back) -> None:
    """Between the controller and the zygote stands one process that has left the cell's namespaces and waits:
    a process cannot put itself into a new process namespace, only its children."""
    for fd in kept_back:
        os.close(fd)
    namespaces.die_with_parent(signal.SIGKILL)
    if os.getppid() != 1:
        os._exit(FAILED)
    uid, gid = os.getuid(), os.getgid()
    proc_fd = os.open("/proc", os.O_RDONLY | os.O_DIRECTORY)
    namespaces.unshare(
        namespaces.CLONE_NEWUSER | namespaces.CLONE_NEWPID | namespaces.CLONE_NEWNS | namespaces.CLONE_NEWIPC
    )
    namespaces.map_ids(proc_fd, uid, gid)
    pid = os.fork()
    if pid == 0:
        zygote.main(end, proc_fd)
    message_socket.send(end, {"zygote": pid})
    end.close()
    os.close(proc_fd)
    os.waitpid(pid, 0)
    os._exit(0)


def start(private) -> "object":
    """The controller's end of the link. `private`: descriptors that only the controller may have."""
    mine, theirs = message_socket.pair()
    pid = os.fork()
    if pid == 0:
        try:
            mine.close()
            _step_out(theirs, private)
        except BaseException as error:
            try:
                message_socket.send(theirs, {"broken": "%s: %s" % (type(error).__name__, error)})
            finally:
                os._exit(FAILED)
    theirs.close()
    return mine
