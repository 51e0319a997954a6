# expect: failed, raised, exited-early
# Looks for a way to say more than the host will hear, which would look like a broken cell.
import gc
import os

for thing in gc.get_objects():
    if type(thing).__name__ == "RecordSender":
        thing.send({"kind": "failed", "error": "x" * 9000, "actual": "y" * 9000})
        os._exit(0)


def add(a, b):
    return 0
