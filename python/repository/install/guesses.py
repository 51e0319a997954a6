"""The fourth rung: which distribution might hold a module that nobody declared, and whether that guess may be installed.

A guess is where strangers come in: whoever registers the name of somebody's inner module has their code installed here. So
a distribution is only ever guessed (1) from the fixed table below, or (2) when its name is the module's and the index
shows that it is nobody's trap: first uploaded at least two years before the day that counts, at least five versions since,
a wheel among the files of its newest one, name of four letters or more. Everything guessed is installed from wheels alone
(nothing of it runs at the installation), is marked in the lock and in the record, and is told even where it is not installed.
"""
from __future__ import annotations

import datetime
import json
import re
import urllib.error
import urllib.request

from .requirements import canonical

LEAST_DAYS = 730
LEAST_VERSIONS = 5
LEAST_LETTERS = 4
MOST_GUESSES = 30
MOST_PAGE_BYTES = 64 * 1024 * 1024

#: Module and distribution where the names differ and both are known to everybody.
WELL_KNOWN = {
    "yaml": "PyYAML", "PIL": "pillow", "cv2": "opencv-python-headless", "sklearn": "scikit-learn", "skimage": "scikit-image", "bs4": "beautifulsoup4",
    "dateutil": "python-dateutil", "dotenv": "python-dotenv", "attr": "attrs", "git": "GitPython", "Crypto": "pycryptodome", "OpenSSL": "pyOpenSSL",
    "serial": "pyserial", "docx": "python-docx", "pptx": "python-pptx", "jwt": "PyJWT", "magic": "python-magic", "zmq": "pyzmq", "slugify": "python-slugify",
    "typing_extensions": "typing-extensions", "importlib_metadata": "importlib-metadata", "psycopg2": "psycopg2-binary", "MySQLdb": "mysqlclient",
    "markdown": "Markdown", "jinja2": "Jinja2", "flask": "Flask", "werkzeug": "Werkzeug", "django": "Django", "sqlalchemy": "SQLAlchemy", "pytz": "pytz",
    "nacl": "PyNaCl", "ruamel": "ruamel.yaml", "Levenshtein": "python-Levenshtein", "multipart": "python-multipart", "jose": "python-jose",
    "socks": "PySocks", "websocket": "websocket-client", "pkg_resources": "setuptools", "six": "six", "mock": "mock", "docopt": "docopt", "past": "future",
    "freezegun": "freezegun", "pytest_asyncio": "pytest-asyncio", "pytest_mock": "pytest-mock", "rapidjson": "python-rapidjson", "unidecode": "Unidecode",
    "text_unidecode": "text-unidecode", "whatever": "whatever", "numpy": "numpy", "pandas": "pandas", "requests": "requests", "wcwidth": "wcwidth",
}


def read_page(index: str, name: str, timeout: float = 200) -> dict | None:
    """The index's page of a distribution as JSON (PEP 691), None when it has none or cannot be had; the relay gives up first."""
    request = urllib.request.Request(f"{index.rstrip('/')}/{canonical(name)}/", headers={"Accept": "application/vnd.pypi.simple.v1+json"})
    try:
        with urllib.request.build_opener(urllib.request.ProxyHandler({})).open(request, timeout=timeout) as answer:
            return json.loads(answer.read(MOST_PAGE_BYTES))
    except (urllib.error.URLError, ValueError, OSError, RecursionError):
        return None


def judge(module: str, page: dict | None, day: str) -> str | None:
    """None when a distribution of the module's own name may be installed, else why not.

    :param page: the index's page, None when there is none
    :param day: ISO date from which age counts
    """
    if len(module) < LEAST_LETTERS:
        return f"its name has fewer than {LEAST_LETTERS} letters"
    files = [each for each in (page or {}).get("files", []) if isinstance(each, dict) and not each.get("yanked")]
    if not files:
        return "the index has no distribution of that name"
    times = [each["upload-time"] for each in files if isinstance(each.get("upload-time"), str)]
    if len(times) < len(files):
        return "the index does not say how old it is"
    first = datetime.date.fromisoformat(min(times)[:10])
    if (datetime.date.fromisoformat(day[:10]) - first).days < LEAST_DAYS:
        return f"first uploaded on {first}, less than {LEAST_DAYS} days before {day[:10]}"
    versions = {_version_of(each.get("filename", "")) for each in files} - {None}
    if len(versions) < LEAST_VERSIONS:
        return f"it has {len(versions)} versions, fewer than {LEAST_VERSIONS}"
    newest = max(files, key=lambda each: each["upload-time"])
    of_newest = [each for each in files if _version_of(each.get("filename", "")) == _version_of(newest.get("filename", ""))]
    if not any(each.get("filename", "").endswith(".whl") for each in of_newest):
        return "its newest version has no wheel, and building one would run its code"
    return None


def _version_of(filename: str):
    found = re.match(r"^[A-Za-z0-9_.-]+?-(\d[^-]*?)(?:-[^-]+-[^-]+-[^-]+\.whl|-[^-]+-[^-]+-[^-]+-[^-]+\.whl|\.tar\.\w+|\.zip|\.egg|-py.*)$", filename)
    return found[1] if found else None


def guess(modules: list, index: str, day: str, page=read_page) -> list:
    """For each module a guess: {"module", "distribution", "by": "table|name", "install": bool, "why": words}."""
    found = []
    for module in sorted(modules)[:MOST_GUESSES]:
        if module in WELL_KNOWN:
            found.append({"module": module, "distribution": WELL_KNOWN[module], "by": "table", "install": True, "why": "in the table of well-known names"})
            continue
        trouble = judge(module, page(index, module), day)
        found.append({"module": module, "distribution": canonical(module), "by": "name", "install": trouble is None,
                      "why": trouble or "same name, old enough, versions enough, a wheel"})
    return found
