"""Starts a repository cell: an ordinary cell whose controller takes archives and jobs, and nothing else."""
from __future__ import annotations

from sandbox_tools.cell import preload

# A job has an interpreter of its own: nothing of a library would be found loaded.
preload.HEAVY = ()

from sandbox_tools import main as ordinary  # noqa: E402
from sandbox_tools.box import programs  # noqa: E402

from repository_cell.box import KIND, job_box  # noqa: E402
from repository_cell.controller import RepositoryController  # noqa: E402


def main() -> None:
    # Before the process that makes boxes is forked.
    programs.KINDS["job"] = (KIND, {"candidate": job_box})
    ordinary.main(RepositoryController)
