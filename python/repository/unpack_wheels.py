"""Job: wheels of ours into one folder, handed over as the file `unpacked.tar`; nothing of them is run.

Request: {"wheels": [paths], "scripts": [names] or nothing: of their scripts these, and nothing else, at the top}.
Answer: {"content": {"hash", "bytes", "files"}}.
"""
from __future__ import annotations

import os
import shutil
import stat
import tempfile
import zipfile

from .install import identity

DATA = ".data/scripts/"


def answer(request: dict, say) -> dict:
    """:raises ValueError: a wheel that holds what is no plain name, or lacks a script"""
    with tempfile.TemporaryDirectory() as folder:
        _unpack(request["wheels"], request.get("scripts"), folder)
        with say.file("unpacked.tar") as target:
            return {"content": identity.write_environment({"": folder}, target)}


def _unpack(wheels: list, wanted, folder: str) -> None:
    for wheel in wheels:
        with zipfile.ZipFile(wheel) as archive:
            for member in archive.infolist():
                name = member.filename
                if name.endswith("/"):
                    continue
                if name.startswith("/") or ".." in name.split("/") or stat.S_ISLNK(member.external_attr >> 16):
                    raise ValueError("the wheel holds %r" % name)
                script = name.partition(DATA)[2]
                if wanted is None and not script:
                    _write(archive, member, os.path.join(folder, name), 0o644)
                elif wanted and script in wanted:
                    _write(archive, member, os.path.join(folder, script), 0o755)
    for name in wanted or []:
        if not os.path.exists(os.path.join(folder, name)):
            raise ValueError("no wheel has the script %r" % name)
    identity.strip_notes(folder)


def _write(archive, member, path: str, mode: int) -> None:
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with archive.open(member) as source, open(path, "wb") as target:
        shutil.copyfileobj(source, target)
    os.chmod(path, mode)
