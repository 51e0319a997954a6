"""Iterators as arguments: what they give is written down as it is taken, never before.

`watch(value, gave)` gives an iterator that yields the same things at the same moments and appends each to
`gave`. Only generators and the standard library's iterators are watched: others keep their identity."""
from __future__ import annotations

import itertools
import types

LIMIT = 200
WATCHED = (types.GeneratorType, zip, map, filter, enumerate, itertools.chain, itertools.islice, itertools.cycle, itertools.repeat, itertools.takewhile,
           itertools.dropwhile, itertools.starmap, itertools.groupby, itertools.zip_longest, itertools.product, itertools.permutations, itertools.combinations,
           itertools.accumulate, itertools.compress, itertools.filterfalse, type(itertools.tee(())[0]))


def watch(value, gave: list):
    for item in value:
        if len(gave) < LIMIT:
            gave.append(item)
        yield item


def is_watched(value) -> bool:
    return type(value) in WATCHED
