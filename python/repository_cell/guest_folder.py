"""Our own jobs as files that boxes can read: an interpreter that is started anew cannot be given modules by memory.
Compiled here once, as no box can write beside them."""
from __future__ import annotations

import os
import py_compile

FOLDER = "/srv/guest"
RUN_JOB = FOLDER + "/run_job.py"
#: Where a cell finds it as the file of names, or a box lays it over that.
HOSTS = FOLDER + "/hosts"
PACKAGE = "repository"
#: The module that an interpreter is started with; not a part of the package: what it runs may be called that, too.
_RUN_JOB_MODULE = "repository_cell.run_job"


def file_of(module: str) -> str:
    """repository.a.__init__ -> repository/a/__init__.py"""
    return "%s/%s.py" % (FOLDER, module.replace(".", "/"))


def write(sources: dict) -> None:
    files = {file_of(name): text for name, text in sources.items() if name.partition(".")[0] == PACKAGE}
    files[RUN_JOB] = sources[_RUN_JOB_MODULE]
    for path, text in files.items():
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
    with open(HOSTS, "w", encoding="ascii") as file:
        file.write("127.0.0.1 localhost sandbox\n::1 localhost\n")
    for path in files:
        py_compile.compile(path, doraise=False, quiet=2, invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH)
