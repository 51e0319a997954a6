import errno
import fcntl
import os
import tempfile

DEVICES = ("/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom")


def refusal(call, *arguments):
    try:
        call(*arguments)
    except OSError as error:
        return errno.errorcode[error.errno]
    return "nothing"


def terminals():
    return {refusal(call) for call in (os.openpty, os.forkpty)}


def whole_file_locks():
    with open(os.__file__, "rb") as file:
        return refusal(fcntl.flock, file, fcntl.LOCK_SH)


def own_locks():
    with tempfile.TemporaryFile() as file:
        return refusal(fcntl.lockf, file, fcntl.LOCK_EX | fcntl.LOCK_NB)


def times():
    return {refusal(os.utime, place) for place in (*DEVICES, "/", "/dev", "/usr", "/tmp/..")}


def modes():
    return {refusal(os.chmod, place, 0o777) for place in (*DEVICES, "/", "/dev", "/usr")}


def marks():
    with open(os.__file__, "rb") as file:
        hint = refusal(fcntl.fcntl, file, 1036, bytes(8))
        return hint, refusal(fcntl.fcntl, file, fcntl.F_NOTIFY, fcntl.DN_ACCESS)


def identity():
    return os.getuid(), os.getgid()


def add(a, b):
    return a + b
