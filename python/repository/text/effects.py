"""Hints of what a function may do to the world, told from the names that it uses: hints for filters, never a proof."""
from __future__ import annotations

import ast

from repository.text.scopes import bound_names

_MODULES = {
    "fs": ("open", "io.open", "io.FileIO", "os.", "shutil.", "pathlib.", "tempfile.", "glob.", "fileinput.", "zipfile.",
           "tarfile.", "sqlite3.", "dbm.", "shelve."),
    "net": ("socket.", "ssl.", "http.", "urllib.request", "urllib.error", "ftplib.", "smtplib.", "imaplib.", "poplib.",
            "telnetlib.", "socketserver.", "xmlrpc.", "requests.", "aiohttp.", "httpx.", "urllib3."),
    "env": ("os.environ", "os.getenv", "os.putenv", "os.unsetenv", "os.getcwd", "os.chdir", "sys.argv", "locale.",
            "platform.", "getpass.", "pwd.", "os.getpid", "os.getlogin", "os.uname", "os.cpu_count"),
    "clock": ("time.", "datetime.datetime.now", "datetime.datetime.today", "datetime.datetime.utcnow",
              "datetime.date.today", "sched.", "threading.Timer", "asyncio.sleep"),
    "random": ("random.", "secrets.", "os.urandom", "os.getrandom", "uuid.uuid1", "uuid.uuid4", "numpy.random."),
    "subprocess": ("subprocess.", "os.system", "os.popen", "os.exec", "os.spawn", "os.fork", "os.kill", "multiprocessing.",
                   "pty.", "concurrent.futures.ProcessPoolExecutor"),
    "input": ("input", "sys.stdin", "getpass.getpass"),
}
# Of `os`, what touches no file.
_HARMLESS = ("os.path.join", "os.path.basename", "os.path.dirname", "os.path.split", "os.path.normpath", "os.path.normcase",
             "os.path.isabs", "os.path.commonprefix", "os.path.commonpath", "os.path.relpath", "os.sep", "os.linesep",
             "os.pathsep", "os.name", "os.fspath", "os.PathLike", "os.environ", "os.getenv", "os.urandom", "os.getpid",
             "os.path.altsep", "os.altsep", "pathlib.Pure", "time.struct_time", "os.system", "os.fork", "os.kill",
             "os.cpu_count", "os.uname", "os.getlogin", "os.putenv", "os.unsetenv", "os.popen", "os.getrandom")
# Methods by which a container changes.
CHANGING = frozenset(("append", "appendleft", "add", "update", "setdefault", "pop", "popitem", "popleft", "clear", "extend",
                      "insert", "remove", "discard", "sort", "reverse", "write", "__setitem__", "__delitem__"))


def import_names(tree) -> dict:
    """Local name -> the dotted name that it was imported as, for all imports of the file wherever they stand."""
    found = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                found[alias.asname or alias.name.partition(".")[0]] = alias.name if alias.asname else alias.name.partition(".")[0]
        elif isinstance(node, ast.ImportFrom):
            for alias in node.names:
                found[alias.asname or alias.name] = "." * node.level + ".".join(filter(None, (node.module, alias.name)))
    return found


def dotted(node):
    """`a.b.c` of a chain of attributes; one that starts at no name begins with a dot (`f().x` is `.x`). None: neither."""
    parts = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    if isinstance(node, ast.Name):
        return ".".join((node.id, *reversed(parts)))
    return "." + parts[0] if parts else None


def _kinds_of(name) -> set:
    found = set()
    for kind, prefixes in _MODULES.items():
        if any(name == prefix.rstrip(".") or name.startswith(prefix if prefix.endswith(".") else prefix + ".")
               for prefix in prefixes):
            found.add(kind)
    if name.startswith(_HARMLESS):
        found.discard("fs")
    return found


def _root(node):
    while isinstance(node, (ast.Attribute, ast.Subscript)):
        node = node.value
    return node.id if isinstance(node, ast.Name) else None


def effects(function, nodes, imports: dict, module_names: set) -> list:
    """`nodes`: all nodes of the body; `imports`: see import_names; `module_names`: names that the module binds."""
    found = set()
    local = bound_names(function.body) | {node.arg for node in ast.walk(function.args) if isinstance(node, ast.arg)}
    for node in nodes:
        if isinstance(node, ast.Global):
            found.add("global-write")
            local.difference_update(node.names)
        elif isinstance(node, (ast.Import, ast.ImportFrom)):
            local.difference_update(bound_names([node]))
    shared = module_names - local
    own = module_names | local
    # Of a chain of attributes only the whole: looking at each part anew takes time by its square.
    parts = {id(node.value) for node in nodes if isinstance(node, ast.Attribute)}
    for node in nodes:
        if isinstance(node, (ast.Attribute, ast.Name)):
            name = None if id(node) in parts else dotted(node)
            first, _, rest = (name or "").partition(".")
            if first and (first in imports and first not in local or first not in own):
                found |= _kinds_of(".".join(filter(None, (imports.get(first, first), rest))))
            written = isinstance(node, ast.Attribute) and not isinstance(node.ctx, ast.Load)
        else:
            written = isinstance(node, ast.Subscript) and not isinstance(node.ctx, ast.Load)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            written = node.func.attr in CHANGING and _root(node.func) not in imports
            node = node.func
        if written and _root(node) in shared:
            found.add("global-write")
    return sorted(found)
