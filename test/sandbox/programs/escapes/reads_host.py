# expect: failed
import os

WON = []
for path in ("/etc/shadow", "/etc/passwd", "/root", "/home", "/var/run/docker.sock", "/proc/1/root", "/sys/kernel"):
    try:
        if os.path.isdir(path):
            WON += os.listdir(path)
        else:
            WON.append(open(path).read())
    except OSError:
        pass
    # An image brings files of its own; the host's names would be in them.
WON = [item for item in WON if "espalier-host-secret" in item]


def add(a, b):
    return a + b if WON else None
