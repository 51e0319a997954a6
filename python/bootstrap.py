"""Starts the sandbox tools inside a cell.

Passed to the interpreter as its `-c` argument, the same text in every cell. Reads one frame from standard input
(4 bytes big-endian length, JSON object of module name to source; a package's name ends in `.__init__`), compiles it in
a process that ends with that, so that nothing of its work lies among what boxes are forked with, makes those modules
importable from memory and runs the main one. Nothing of the host's file system is needed, whoever owns the
checkout. Every module has to be imported by the time the main one is: what a program could import here later is
nothing of ours.
"""
import json
import marshal
import os
import sys

LARGEST_BUNDLE = 4 << 20
#: Exit statuses: whoever started this cell is gone; its tools are no Python, or there is no memory for them.
HOST_GONE = 0
NOT_COMPILED = 65
TOOLS = "sandbox_tools"


def read_exactly(fd, size, otherwise):
    """`otherwise`: the exit status where less comes."""
    parts = []
    while size > 0:
        part = os.read(fd, size)
        if not part:
            os._exit(otherwise)
        parts.append(part)
        size -= len(part)
    return b"".join(parts)


def compile_bundle(out):
    """In a process of its own, whose memory goes with it. Writes, marshalled, {module: (whether it is a package, its code)},
    and the texts of what is no tool of every cell: such a cell writes some of them down."""
    size = int.from_bytes(read_exactly(0, 4, HOST_GONE), "big")
    if size > LARGEST_BUNDLE:
        os._exit(64)
    sources = json.loads(read_exactly(0, size, HOST_GONE))
    codes = {}
    for name, source in sources.items():
        module = name[: -len(".__init__")] if name.endswith(".__init__") else name
        # Without docstrings: every box is forked with all that is here.
        codes[module] = (module != name, compile(source, "<%s>" % module, "exec", optimize=2))
    others = {name: source for name, source in sources.items() if name.partition(".")[0] != TOOLS}
    data = marshal.dumps((codes, others))
    view = memoryview(len(data).to_bytes(4, "big") + data)
    while view:
        view = view[os.write(out, view):]


def read_bundle():
    mine, theirs = os.pipe()
    pid = os.fork()
    if pid == 0:
        try:
            compile_bundle(theirs)
            os._exit(0)
        except BaseException:
            sys.excepthook(*sys.exc_info())  # the cell's last words
        finally:
            os._exit(NOT_COMPILED)
    os.close(theirs)
    head = os.read(mine, 4)
    if not head:
        _, status = os.waitpid(pid, 0)
        os._exit(os.WEXITSTATUS(status) if os.WIFEXITED(status) else NOT_COMPILED)
    data = read_exactly(mine, int.from_bytes(head, "big"), NOT_COMPILED)
    os.close(mine)
    os.waitpid(pid, 0)
    return marshal.loads(data)


class BundleFinder:
    """Finds and loads modules from a dict of their code. `sources`: texts by name."""

    def __init__(self, codes, sources):
        self.codes = codes
        self.sources = sources

    def find_spec(self, name, path=None, target=None):
        if name not in self.codes:
            return None
        make_spec = type(sys.__spec__)
        return make_spec(name, self, is_package=self.codes[name][0])

    def create_module(self, spec):
        return None

    def exec_module(self, module):
        exec(self.codes.pop(module.__spec__.name)[1], module.__dict__)


sys.path[:] = [entry for entry in sys.path if entry]
finder = BundleFinder(*read_bundle())
sys.meta_path.insert(0, finder)
from sandbox_tools import main  # noqa: E402

sys.meta_path.remove(finder)
finder.codes.clear()
main.main()
