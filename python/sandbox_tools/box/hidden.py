"""Takes our own modules out of the sight of programs: they are nothing that one could import, and change. Done once,
where boxes are forked: every module of ours has been imported by then."""
from __future__ import annotations

import sys


def hide_tools() -> None:
    for name in [name for name in sys.modules if name.partition(".")[0] == "sandbox_tools"]:
        del sys.modules[name]
