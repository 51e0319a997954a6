"""The numbers that code draws without a seed of its own."""
from __future__ import annotations

import random
import sys


def seed_randomness(seed: int) -> None:
    """`random`, and numpy's where it has been imported, draw what this seed says. Not reached: the system's own numbers (`os.urandom`,
    `secrets`, `random.SystemRandom`, `uuid.uuid4`) and generators that the code made for itself."""
    random.seed(seed)
    numpy = sys.modules.get("numpy")
    if numpy is not None and hasattr(numpy, "random"):
        numpy.random.seed(seed % (1 << 32))
