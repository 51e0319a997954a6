"""Reading TOML: by the standard library, or on CPython 3.9 and 3.10 by the reader that pip carries."""
from __future__ import annotations

import os

MOST_BYTES = 32 * 1024 * 1024


class Unreadable(ValueError):
    """The file is there, and no table comes of it; the words say why."""


def read_toml(path: str) -> dict:
    """The table in a file, {} when there is no such plain file.

    :raises Unreadable: too big, not UTF-8, not TOML, or nested too deeply
    """
    if not os.path.isfile(path) or os.path.islink(path):
        return {}
    if os.path.getsize(path) > MOST_BYTES:
        raise Unreadable(f"{os.path.basename(path)}: larger than {MOST_BYTES} bytes")
    with open(path, "rb") as file:
        return parse_toml(file.read(), os.path.basename(path))


def parse_toml(content: bytes, name: str) -> dict:
    """:raises Unreadable: not UTF-8, not TOML, or nested too deeply; nothing here reads TOML"""
    try:
        import tomllib
    except ImportError:
        try:
            from pip._vendor import tomli as tomllib  # type: ignore
        except ImportError as error:
            raise Unreadable(f"{name}: this Python has no reader of TOML, and no pip") from error
    try:
        return tomllib.loads(content.decode("utf-8"))
    except (ValueError, RecursionError) as error:
        raise Unreadable(f"{name}: {type(error).__name__}: {error}") from error


def at(table, *keys):
    """The value at a path of keys, None where one is missing or no table: foreign files may have any shape."""
    for key in keys:
        table = table.get(key) if isinstance(table, dict) else None
    return table


def texts(value) -> list:
    """The texts of a list, [] for anything else."""
    return [each for each in value if isinstance(each, str)] if isinstance(value, list) else []
