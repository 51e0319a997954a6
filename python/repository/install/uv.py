"""The kept tool, `uv`: its commands as argument lists, and the variables that hold it to one index.

Why uv and not pip: one static program that needs no module of the interpreter it installs for; it resolves without
installing, writes what it chose with the hash of every file (`pylock.toml`), says in words why nothing fits, and takes a
tenth of the time. What it needs of a cell: IPv4 sockets to the loopback address, `flock` in its cache folder (pip needs
none), threads, and `execve` of the interpreter.
"""
from __future__ import annotations

import os


def environment(work: str, index: str, date: str | None) -> dict:
    """All variables of a step: nothing of the calling process's own, one index, no settings of repository or user."""
    home, temporary = os.path.join(work, "home"), os.path.join(work, "tmp")
    for folder in (home, temporary):
        os.makedirs(folder, exist_ok=True)
    return {
        "PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": home, "TMPDIR": temporary, "LANG": "C.UTF-8", "LC_ALL": "C.UTF-8", "TZ": "UTC",
        "PYTHONHASHSEED": "0", "PYTHONDONTWRITEBYTECODE": "1", "SOURCE_DATE_EPOCH": "315619200", "TERM": "dumb", "NO_COLOR": "1",
        # A compiler notes neither where nor with what it compiled.
        "CFLAGS": f"-g0 -ffile-prefix-map={work}=.", "CXXFLAGS": f"-g0 -ffile-prefix-map={work}=.", "LDFLAGS": "-Wl,--build-id=none",
        "UV_CACHE_DIR": os.path.join(work, "cache"), "UV_NO_CONFIG": "1", "UV_DEFAULT_INDEX": index, "UV_NO_PROGRESS": "1",
        "UV_PYTHON_DOWNLOADS": "never", "UV_LINK_MODE": "copy", "UV_KEYRING_PROVIDER": "disabled", "UV_NO_SOURCES": "1",
        "UV_HTTP_TIMEOUT": "60", "UV_HTTP_RETRIES": "2", "UV_CONCURRENT_BUILDS": "1", "UV_CONCURRENT_DOWNLOADS": "8",
        # For builds that call pip or fetch `setup_requires` themselves.
        "PIP_INDEX_URL": index, "PIP_NO_INPUT": "1", "PIP_DISABLE_PIP_VERSION_CHECK": "1", "PIP_CONFIG_FILE": os.devnull,
        "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1", "GIT_TERMINAL_PROMPT": "0",
    }


class Uv:
    def __init__(self, program: str, python: str):
        self.program = program
        self.python = python

    def build(self, folder: str, out: str, constraints: str | None = None) -> list:
        more = ["--build-constraints", constraints] if constraints else []
        return [self.program, "build", "--wheel", "--no-create-gitignore", "--python", self.python, "--out-dir", out, *more, folder]

    def resolve(self, wanted: str, lock: str, constraints: str | None, left_out: list) -> list:
        more = ["--constraints", constraints] if constraints else []
        for name in left_out:
            more += ["--no-emit-package", name]
        return [self.program, "pip", "compile", wanted, "--format", "pylock.toml", "--output-file", lock, "--quiet", "--no-header",
                "--python", self.python, *more]

    def install(self, lock: str, target: str) -> list:
        return [self.program, "pip", "install", "--no-deps", "--target", target, "--python", self.python, "-r", lock]

    def install_wheel(self, wheel: str, target: str) -> list:
        return [self.program, "pip", "install", "--no-deps", "--no-index", "--target", target, "--python", self.python, wheel]
