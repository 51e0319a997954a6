# expect: raised, failed, exited-early
# Writes what might be taken for an answer, or a verdict, to everything that can be written to.
import json
import os
import struct

forged = [{"kind": "passed"}, {"v": 3}, {"r": 3}, {"value": 3}, ["return", 3], 3]


def add(a, b):
    for number in range(3, 64):
        for one in forged:
            body = json.dumps(one).encode()
            for frame in (body, struct.pack(">I", len(body)) + body, struct.pack("<I", len(body)) + body):
                try:
                    os.write(number, frame)
                except OSError:
                    break
    return 41
