"""Unpacks an archive that nobody has vouched for: plain files, folders and links that stay below its own place, with
plain names and bounded. Anything else refuses the whole.

Nothing is ever written through a link: folders are made or looked at one by one, files are made anew, and links come
last. Links lead down, or first up and then down, so that where they lead can be told from their text.
"""
from __future__ import annotations

import os
import stat
import tarfile

MOST_ENTRIES = 200_000
LONGEST_PATH = 1_024
LONGEST_NAME = 255
DEEPEST = 64
CHUNK_BYTES = 1 << 20
LATEST_TIME = (1 << 32) - 1


class Refused(Exception):
    """Why, in words."""


def parts_of(name: str) -> tuple:
    """("a", "b") of "./a/b". @raises Refused"""
    shown = ascii(name[:200])
    if name.startswith("/"):
        raise Refused("an absolute name, %s" % shown)
    parts = tuple(part for part in name.split("/") if part not in ("", "."))
    try:
        long = len(name.encode("utf-8")) > LONGEST_PATH or any(len(part.encode("utf-8")) > LONGEST_NAME for part in parts)
    except UnicodeEncodeError as error:
        raise Refused("a name that is not UTF-8, %s" % shown) from error
    if ".." in parts:
        raise Refused("a name that leads out, %s" % shown)
    if long or len(parts) > DEEPEST:
        raise Refused("a name that is too long or too deep, %s" % shown)
    if any(ord(letter) < 32 or ord(letter) == 127 for letter in name):
        raise Refused("a name with a control character, %s" % shown)
    return parts


def check_link(parts: tuple, target: str) -> None:
    """Of a link at `parts`. @raises Refused"""
    steps = [step for step in target.split("/") if step not in ("", ".")]
    up = 0
    while up < len(steps) and steps[up] == "..":
        up += 1
    if target.startswith("/") or up >= len(parts) or not steps:
        raise Refused("a link that leads out, %s" % ascii("/".join(parts)[:200]))
    parts_of("/".join(steps[up:]))


class _Unpacking:
    def __init__(self, place: str):
        self.place = place
        self.folders = {()}
        self.files = set()
        self.links = []
        self.entries = self.bytes = 0

    def path(self, parts: tuple) -> str:
        return os.path.join(self.place, *parts)

    def folder(self, parts: tuple) -> None:
        for depth in range(1, len(parts) + 1):
            above = parts[:depth]
            if above in self.folders:
                continue
            try:
                os.mkdir(self.path(above), 0o755)
            except FileExistsError:
                if not stat.S_ISDIR(os.lstat(self.path(above)).st_mode):
                    raise Refused("%s is a file and a folder" % ascii("/".join(above)[:200])) from None
            self.folders.add(above)

    def entry(self, archive, member) -> None:
        self.entries += 1
        if self.entries > MOST_ENTRIES:
            raise Refused("more than %d entries" % MOST_ENTRIES)
        parts = parts_of(member.name)
        if member.isdir():
            return self.folder(parts)
        if not parts:
            raise Refused("an entry without a name")
        self.folder(parts[:-1])
        if member.issym():
            check_link(parts, member.linkname)
            self.links.append((parts, member.linkname))
        elif member.islnk():
            other = parts_of(member.linkname)
            if other not in self.files:
                raise Refused("a second name of what is not there, %s" % ascii(member.name[:200]))
            os.link(self.path(other), self.path(parts), follow_symlinks=False)
            self.files.add(parts)
        elif member.isreg() and not member.issparse():
            self.file(parts, member, archive.extractfile(member))
        else:
            raise Refused("neither file nor folder nor link, %s" % ascii(member.name[:200]))

    def file(self, parts: tuple, member, content) -> None:
        mode = 0o755 if member.mode & 0o100 else 0o644
        out = os.open(self.path(parts), os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC, mode)
        try:
            left = member.size
            while left > 0:
                data = content.read(min(left, CHUNK_BYTES))
                if not data:
                    raise Refused("it is cut off")
                left -= len(data)
                self.bytes += len(data)
                view = memoryview(data)
                while view:
                    view = view[os.write(out, view):]
            # What was compiled names the time of its source.
            time = min(max(0, int(member.mtime)), LATEST_TIME)
            os.utime(out, (time, time))
        finally:
            os.close(out)
        self.files.add(parts)

    def finish(self) -> None:
        for parts, target in self.links:
            os.symlink(target, self.path(parts))


def unpack(stream, place: str) -> dict:
    """{entries, bytes}. `stream`: a tar, compressed or not, read to its end; `place`: a folder, made when it is not there.
    @raises Refused: what was unpacked by then stays."""
    unpacking = _Unpacking(place)
    try:
        os.makedirs(place, 0o755, exist_ok=True)
        with tarfile.open(fileobj=stream, mode="r|*", encoding="utf-8", errors="surrogateescape") as archive:
            for member in archive:
                unpacking.entry(archive, member)
                archive.members = []
        unpacking.finish()
    except Refused:
        raise
    except FileExistsError as error:
        raise Refused("it has a name twice, %s" % ascii(str(error.filename)[:200])) from error
    except OSError as error:
        # Decompressors raise it without a number.
        why = "it is damaged" if error.errno is None else (error.strerror or str(error))
        raise Refused(why) from error
    except Exception as error:  # of whatever reads it
        raise Refused("it is no tar that can be read (%s)" % type(error).__name__) from error
    while stream.read(CHUNK_BYTES):
        pass
    return {"entries": unpacking.entries, "bytes": unpacking.bytes}
