"""The profiles of walls around a job. `strict`: those of a program. `wide`: for builds and a repository's own tests,
which besides lock files and talk to themselves over the loopback of a network of their own that leads nowhere. `sealed`: wide,
and the job may once have files made read-only for all in the box, itself too, before it runs what is not ours."""
from __future__ import annotations

import errno
import fcntl
import os
import socket
import struct

from sandbox_tools.box import filter as syscall_filter
from sandbox_tools.box import syscalls
from sandbox_tools.box.filter import ALLOW, EQUALS, HAS_BITS, MSG_OOB, REFUSE, Question
from sandbox_tools.box.limits import OPEN_FILES
from sandbox_tools.cell import namespaces
from repository_cell import guest_folder

CLONE_NEWNET = 0x40000000
WIDE_OPEN_FILES = 1_024

_OPENED = ("bind", "connect", "listen", "accept", "accept4")
_NO_SUCH_FAMILY = ("return", 0x00050000 | errno.EACCES)
_UNIX, _INET, _INET6 = 1, 2, 10
#: Streams and datagrams, either of them closed on exec or not waiting.
_TYPES = tuple(kind | flags for kind in (1, 2) for flags in (0, 0x800, 0x80000, 0x80800))
_PROTOCOLS = (0, 6, 17)
#: Levels of options: the socket's own, those of addresses, of TCP and of UDP.
_LEVELS = (0, 6, 17, 41)
_SOL_SOCKET = 1
#: Programs for the kernel, which an option of a socket can hand over, and what takes them back.
_FILTERS = (26, 27, 44, 50, 51, 52)

_ASKED = {
    "socket": (41, 198),
    "setsockopt": (54, 208),
    "sendmmsg": (307, 269),
    "recvmmsg": (299, 243),
}
_QUESTIONS = {
    "socket": Question(
        0,
        EQUALS,
        (_UNIX, _INET, _INET6),
        ("ask", Question(1, EQUALS, _TYPES, ("ask", Question(2, EQUALS, _PROTOCOLS, ALLOW, _NO_SUCH_FAMILY)), _NO_SUCH_FAMILY)),
        _NO_SUCH_FAMILY,
    ),
    "setsockopt": Question(
        1,
        EQUALS,
        (_SOL_SOCKET,),
        ("ask", Question(2, EQUALS, _FILTERS, REFUSE, ALLOW)),
        ("ask", Question(1, EQUALS, _LEVELS, ALLOW, REFUSE)),
    ),
    "sendmmsg": Question(3, HAS_BITS, (MSG_OOB,), REFUSE, ALLOW),
    "recvmmsg": Question(3, HAS_BITS, (MSG_OOB,), REFUSE, ALLOW),
}


def wide_filter(machine: str, own_files: bool) -> bytes:
    """`own_files`: locks on files are met by nobody outside the cell."""
    opened = {*_OPENED, *_ASKED, *(("flock",) if own_files else ())}
    refused = {name: numbers for name, numbers in syscalls.REFUSED.items() if name not in opened}
    return syscall_filter.build(
        machine, refused, {**syscalls.ASKED, **_ASKED}, {**syscall_filter.QUESTIONS, **_QUESTIONS}
    )


def raise_loopback() -> None:
    """Of the network that this process has just made, and has the rights in."""
    up = struct.pack("16sH14x", b"lo", 0x41)
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as any_socket:
        fcntl.ioctl(any_socket, 0x8914, up)


def lay_names() -> None:
    """What `localhost` is, over an engine's file of names, which says nothing where there is no network. Elsewhere the name
    of that file leads to ours."""
    if os.path.isfile("/etc/hosts") and not os.path.islink("/etc/hosts"):
        namespaces.mount(guest_folder.HOSTS.encode(), b"/etc/hosts", None, namespaces.MS_BIND, None)


class Strict:
    seals = False
    namespaces = namespaces.CLONE_NEWUSER | namespaces.CLONE_NEWNS
    open_files = OPEN_FILES

    def filter(self, setting):
        return setting.filter

    def furnish(self, machine_python) -> None:
        for path in machine_python:
            if os.path.isdir(path):
                namespaces.cover(os.fsencode(path))
            elif os.path.lexists(path):
                namespaces.mount(b"/dev/null", os.fsencode(path), None, namespaces.MS_BIND, None)


class Wide:
    seals = False
    namespaces = Strict.namespaces | CLONE_NEWNET
    open_files = WIDE_OPEN_FILES

    def __init__(self):
        machine = os.uname().machine
        self._filters = {own: syscall_filter.prepare(wide_filter(machine, own)) for own in (False, True)}

    def filter(self, setting):
        return self._filters[setting.own_files]

    def furnish(self, _machine_python) -> None:
        raise_loopback()
        lay_names()


class Sealed(Wide):
    seals = True


#: Made once, before boxes are forked.
PROFILES = {"strict": Strict(), "wide": Wide(), "sealed": Sealed()}
