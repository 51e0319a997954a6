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
