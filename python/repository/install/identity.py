"""What an environment is known by: its content, and nothing of when, where and by whom it was made."""
from __future__ import annotations

import hashlib
import io
import os
import re
import shutil
import stat
import tarfile

#: What installers note about the installation, not about the distribution.
NOTES = {"RECORD", "RECORD.jws", "RECORD.p7s", "INSTALLER", "REQUESTED", "direct_url.json", "uv_build.json", "uv_cache.json", "PROVENANCE"}
MOST_FILES = 200_000
MOST_BYTES = 4 * 1024**3


class TooLarge(ValueError):
    """More files or bytes than an environment may have."""


def strip_notes(folder: str) -> None:
    """Takes out of an installed folder what differs between two equal installations: byte code, notes, scripts.

    Scripts name the interpreter's path in their first line, and nobody runs them: what is needed of a distribution is
    imported. Links are taken out as well: a wheel has none, so they were made by what a build ran.
    """
    for here, folders, files in os.walk(folder):
        for name in list(folders):
            full = os.path.join(here, name)
            if os.path.islink(full):
                os.unlink(full)
                folders.remove(name)
            elif name == "__pycache__" or (here == folder and name in ("bin", "Scripts")):
                shutil.rmtree(full)
                folders.remove(name)
        info = here.endswith(".dist-info")
        for name in files:
            full = os.path.join(here, name)
            plain = stat.S_ISREG(os.lstat(full).st_mode)
            if not plain or name.endswith((".pyc", ".pyo")) or (info and name in NOTES) or (here == folder and name in (".lock", ".gitignore", "CACHEDIR.TAG")):
                os.unlink(full)


def listing(roots: dict):
    """(name in the archive, full path, executable) of every plain file, in the order of the names' bytes.

    :param roots: {"project": folder, ...}; the key is the first part of the name, none when it is empty
    """
    found = []
    for name, root in roots.items():
        for here, folders, files in os.walk(root):
            folders.sort()
            for file in files:
                full = os.path.join(here, file)
                mode = os.lstat(full).st_mode
                if stat.S_ISREG(mode):
                    inside = os.path.relpath(full, root)
                    found.append((f"{name}/{inside}".lstrip("/").encode("utf-8", "surrogateescape"), full, bool(mode & 0o100)))
        if len(found) > MOST_FILES:
            raise TooLarge(f"more than {MOST_FILES} files")
    return sorted(found)


def write_environment(roots: dict, target) -> dict:
    """Writes the folders as one tar, sorted, without times, owners and links: {"hash", "bytes", "files"}; hash is its sha256.

    :param target: something to write to
    :raises TooLarge:
    """
    digest, total, count, written = hashlib.sha256(), 0, 0, [0]

    class Hashing(io.RawIOBase):
        def writable(self):
            return True

        def write(self, data):
            digest.update(data)
            written[0] += len(data)
            return target.write(data)

    with tarfile.open(fileobj=Hashing(), mode="w|", format=tarfile.PAX_FORMAT, encoding="utf-8", errors="surrogateescape") as archive:
        for name, full, executable in listing(roots):
            total += os.path.getsize(full)
            count += 1
            if total > MOST_BYTES:
                raise TooLarge(f"more than {MOST_BYTES} bytes")
            entry = tarfile.TarInfo(name.decode("utf-8", "surrogateescape"))
            entry.size, entry.mode, entry.mtime = os.path.getsize(full), 0o755 if executable else 0o644, 0
            with open(full, "rb") as content:
                archive.addfile(entry, content)
    return {"hash": digest.hexdigest(), "bytes": written[0], "files": count}


def installed(folder: str) -> list:
    """Distributions of a folder by their .dist-info: [{"name", "version", "tags": [wheel tags], "info": folder name}], sorted."""
    found = []
    for info in sorted(os.listdir(folder)) if os.path.isdir(folder) else []:
        if not info.endswith(".dist-info"):
            continue
        head = _head(os.path.join(folder, info, "METADATA"))
        wheel = _head(os.path.join(folder, info, "WHEEL"))
        found.append({"name": re.sub(r"[-_.]+", "-", (head.get("name") or [info.split("-")[0]])[0]).lower(),
                      "version": (head.get("version") or ["?"])[0], "tags": wheel.get("tag") or [], "info": info})
    return found


def _head(path: str) -> dict:
    """Fields of a file of headers, by name in small letters; {} when there is none."""
    fields: dict = {}
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            for line in file.read(1 << 20).split("\n"):
                if not line.strip():
                    break
                name, colon, value = line.partition(":")
                if colon and not line[0].isspace():
                    fields.setdefault(name.lower(), []).append(value.strip())
    except OSError:
        pass
    return fields


def metadata(path: str) -> dict:
    """Fields of the METADATA in a wheel or a .dist-info folder's file."""
    return _head(path)
