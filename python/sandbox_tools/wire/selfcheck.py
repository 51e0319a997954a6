"""Sends values through the wire and compares what arrives: `python3 -B -m sandbox_tools.wire.selfcheck`."""
from __future__ import annotations

import argparse
import json
import sys

from sandbox_tools.wire import peer, trees
from sandbox_tools.wire.channel import from_text, to_text
from sandbox_tools.wire.likeness import shape
from sandbox_tools.wire.messages import compose, finish, untie
from sandbox_tools.wire.codec import Memo, Reader, read, write

MOST_FAULTS = 20


def through_the_wire(value):
    """What arrives when `value` is sent."""
    side = peer.Peer()
    tree, memo = compose(lambda memo: [write(value, memo)], lambda: Memo(side))
    data = to_text(tree).encode("utf-8", "surrogatepass")
    reader = Reader(side, memoryview(b"".join(memo.blobs)))
    message = from_text(str(data, "utf-8", "surrogatepass"))
    if type(message) is dict:
        message = untie(message, reader)
    arrived = read(message[0], reader)
    finish(reader)
    return arrived


def fault_of(value, name: str):
    """None when the value arrives as it was sent, else a sentence."""
    try:
        arrived = through_the_wire(value)
    except Exception as error:
        return "%s: %s: %s" % (name, type(error).__name__, error)
    if shape(value) != shape(arrived):
        return "%s: %s arrived as %s" % (name, _brief(value), _brief(arrived))
    return None


def _brief(value) -> str:
    try:
        text = repr(value)
    except Exception:
        text = type(value).__name__
    return text[:200]


def listed_values() -> list:
    """(name, value) of everything that is not random."""
    groups = {
        "value": trees.special_values(),
        "numpy": trees.numpy_values(),
        "packed": trees.packed_values(),
        "knot": trees.knots(),
    }
    named = [("%s %d" % (name, place), value) for name, values in groups.items() for place, value in enumerate(values)]
    together = [value for name, values in groups.items() if name in ("value", "packed") for value in values]
    return [*named, ("all together", together)]


def wire_selfcheck(tree_count: int, seed: int) -> list:
    """Faults as sentences, at most 20: every listed value, then `tree_count` random trees."""
    faults = [fault_of(value, name) for name, value in listed_values()]
    grower = trees.Grower(seed)
    for number in range(tree_count):
        faults.append(fault_of(grower.tree(), "tree %d of seed %d" % (number, seed)))
        if number % 1000 == 0:
            faults = [fault for fault in faults if fault is not None]
            if len(faults) >= MOST_FAULTS:
                break
    return [fault for fault in faults if fault is not None][:MOST_FAULTS]


def main(arguments) -> int:
    parser = argparse.ArgumentParser(prog="selfcheck")
    parser.add_argument("--trees", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args(arguments)
    if options.trees < 0:
        parser.error("--trees must not be negative")
    faults = wire_selfcheck(options.trees, options.seed)
    print(json.dumps({"values": len(listed_values()), "trees": options.trees, "faults": faults}))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
