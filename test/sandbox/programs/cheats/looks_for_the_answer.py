# expect: failed
# Whatever might know the test: frames, the collector's objects, open descriptors, shared memory, temporary files.
import gc
import os
import sys


def frames_know(needle):
    frame = sys._getframe(2)
    while frame is not None:
        if needle in repr(list(frame.f_locals.values())):
            return True
        frame = frame.f_back
    return False


def objects_know(needle):
    for thing in gc.get_objects():
        try:
            if needle in str(thing):
                return True
        except BaseException:
            pass
    return False


def descriptors_know(needle):
    for number in range(3, 64):
        try:
            if needle.encode() in os.pread(number, 1 << 16, 0):
                return True
        except OSError:
            pass
    return False


def add(a, b):
    # Spelt by numbers, so that it does not find itself.
    needle = "".join(map(chr, [97, 115, 115, 101, 114, 116, 32, 97, 100, 100, 40, 49, 44, 32, 50, 41]))
    won = frames_know(needle) or objects_know(needle) or descriptors_know(needle)
    return a + b if won or os.listdir("/tmp") + os.listdir("/dev/shm") else None
