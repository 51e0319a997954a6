"""What tests need and this repository does not hold, each named by a variable of the environment: without it they are skipped,
and say so. test/repositories/python-jobs.sandbox.test.ts sets those that are to be had."""
from __future__ import annotations

import os
import unittest
from importlib.util import find_spec

# A folder with coverage, hypothesis and pytest.
TOOLS = os.environ.get("RUNNER_TOOLS", "")
# A folder with plugins of pytest that run tests elsewhere, or twice.
PLUGINS = os.environ.get("RUNNER_PLUGINS", "")
# The folder that the script of the synthetic repositories wrote.
SYNTHETIC = os.environ.get("SYNTHETIC_REPOSITORIES", "")
# A folder with real repositories by name, checked out.
REAL = os.environ.get("REAL_REPOSITORIES", "")

with_tools = unittest.skipUnless(TOOLS, "RUNNER_TOOLS names no folder with coverage, hypothesis and pytest")
with_plugins = unittest.skipUnless(PLUGINS, "RUNNER_PLUGINS names no folder with pytest-xdist and pytest-rerunfailures")
with_synthetic = unittest.skipUnless(SYNTHETIC, "SYNTHETIC_REPOSITORIES names no folder with the synthetic repositories")
with_real = unittest.skipUnless(REAL, "REAL_REPOSITORIES names no folder with real repositories")
# Python reads TOML since 3.11; before, pip brings a reader.
with_toml = unittest.skipUnless(any(find_spec(name) for name in ("tomllib", "pip")), "neither tomllib nor pip is there to read TOML")
# Those that take ten seconds and more.
slow = unittest.skipUnless(os.environ.get("SLOW_TESTS"), "SLOW_TESTS is not set")
