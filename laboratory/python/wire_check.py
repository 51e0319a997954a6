"""Runs the sandbox tools' own check of the wire inside a box, where nothing of the tools is to be found.

Reads {"sources": module name to text, "trees": n, "seed": n} from standard input, makes those modules importable and
starts the check; what it prints is the check's report.
"""
import json
import sys
from importlib.abc import Loader, MetaPathFinder
from importlib.util import spec_from_loader


class Tools(MetaPathFinder, Loader):
    """Finds and loads modules from a dict of sources; a package's own text is under its name and `.__init__`."""

    def __init__(self, sources):
        self.sources = sources

    def find_spec(self, name, path=None, target=None):
        package = name + ".__init__" in self.sources
        if not package and name not in self.sources:
            return None
        return spec_from_loader(name, self, is_package=package)

    def exec_module(self, module):
        name = module.__name__
        text = self.sources.get(name + ".__init__", self.sources.get(name))
        exec(compile(text, name, "exec"), module.__dict__)


job = json.load(sys.stdin)
for known in [name for name in sys.modules if name.split(".")[0] == "sandbox_tools"]:
    del sys.modules[known]
sys.meta_path.insert(0, Tools(job["sources"]))
from sandbox_tools.wire.selfcheck import main  # noqa: E402

sys.exit(main(["--trees", str(job["trees"]), "--seed", str(job["seed"])]))
