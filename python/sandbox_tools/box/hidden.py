"""Takes our own modules out of a program's sight: they are nothing that it could import, and change."""
from __future__ import annotations

import sys


def hide_tools() -> None:
    for name in [name for name in sys.modules if name.partition(".")[0] == "sandbox_tools"]:
        del sys.modules[name]
