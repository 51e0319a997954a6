"""Starts the sandbox tools inside a cell.

Passed to the interpreter as its `-c` argument, the same text in every cell. Reads one frame from standard input
(4 bytes big-endian length, JSON object of module name to source; a package's name ends in `.__init__`), makes those
modules importable from memory and runs the main one. Nothing of the host's file system is needed, whoever owns the
checkout. Every module has to be imported by the time the main one is: what a program could import here later is
nothing of ours.
"""
import json
import os
import sys

LARGEST_BUNDLE = 4 << 20


def read_exactly(size):
    parts = []
    while size > 0:
        part = os.read(0, size)
        if not part:
            os._exit(0)  # whoever started this cell is gone
        parts.append(part)
        size -= len(part)
    return b"".join(parts)


def read_bundle():
    size = int.from_bytes(read_exactly(4), "big")
    if size > LARGEST_BUNDLE:
        os._exit(64)
    return json.loads(read_exactly(size))


class BundleFinder:
    """Finds and loads modules from a dict of sources."""

    def __init__(self, sources):
        self.sources = sources

    def find_spec(self, name, path=None, target=None):
        package = name + ".__init__" in self.sources
        if not package and name not in self.sources:
            return None
        make_spec = type(sys.__spec__)
        return make_spec(name, self, is_package=package)

    def create_module(self, spec):
        return None

    def exec_module(self, module):
        name = module.__spec__.name
        source = self.sources.get(name + ".__init__", self.sources.get(name))
        exec(compile(source, "<%s>" % name, "exec"), module.__dict__)


sys.path[:] = [entry for entry in sys.path if entry]
finder = BundleFinder(read_bundle())
sys.meta_path.insert(0, finder)
from sandbox_tools import main  # noqa: E402

sys.meta_path.remove(finder)
main.main()
