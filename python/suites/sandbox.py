"""There is no network, no name, and nothing to write outside a case’s own folder."""
# criterion: A15

# %% source out/__init__.py

# %% source out/ways.py
"""Ways out, each answered with what became of it."""
import os
import socket


def connected(kind, host, port):
    """Whether a connection comes about."""
    try:
        family = socket.AF_INET
        made = socket.socket(family, socket.SOCK_DGRAM if kind == "udp" else socket.SOCK_STREAM)
        made.settimeout(2)
        made.connect((host, port))
        made.send(b"x")
        return "connected"
    except OSError:
        return "refused"


def named(host):
    """Whether a name has an address."""
    try:
        return socket.gethostbyname(host) and "named"
    except OSError:
        return "refused"


def written(path):
    """Whether a file can be written there."""
    try:
        with open(path, "w") as file:
            file.write("x")
        return "written"
    except OSError:
        return "refused"


def read(path):
    """Whether anything can be read there."""
    try:
        with open(path, "rb") as file:
            return file.read(1) and "read"
    except OSError:
        return "refused"

# %% probe tcp
# function: out/ways.py::connected#1
# says: 'refused'
def case_tcp():
    connected("tcp", "1.1.1.1", 443)

# %% probe udp
# function: out/ways.py::connected#1
# says: 'refused'
def case_udp():
    connected("udp", "1.1.1.1", 53)

# %% probe loopback
# function: out/ways.py::connected#1
# says: 'refused'
def case_loopback():
    connected("tcp", "127.0.0.1", 7233)

# %% probe dns
# function: out/ways.py::named#1
# says: 'refused'
def case_dns():
    named("pypi.org")

# %% probe write-source
# function: out/ways.py::written#1
# says: 'refused'
def case_project():
    written("/srv/project/out/__init__.py")

# %% probe write-system
# function: out/ways.py::written#1
# says: 'refused'
def case_system():
    written("/etc/passwd")

# %% probe read-source
# function: out/ways.py::read#1
# says: 'refused'
def case_own_tree():
    read("/root/.ssh/id_rsa")
