"""Job: whether an interpreter that was unpacked here starts, and which compiled modules it can import.

Request: {"program": path, "modules": [name]}. Answer: {"version": "3.9.18" or null, "lacks": [name], "said": words}. The interpreter
runs as a process of its own and may be of any version from 2.7.
"""
from __future__ import annotations

import json
import subprocess

QUESTION = """
import json, sys
lacks, said = [], []
for name in sys.argv[1:]:
    try:
        __import__(name)
    except Exception as error:
        lacks.append(name)
        said.append("%s: %s" % (name, error))
print(json.dumps({"version": "%d.%d.%d" % sys.version_info[:3], "lacks": lacks, "said": "; ".join(said)[:500]}))
"""


def answer(request: dict, say) -> dict:
    none = {"version": None, "lacks": []}
    try:
        done = subprocess.run([request["program"], "-E", "-s", "-S", "-B", "-c", QUESTION, *request["modules"]], stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=60)
    except (OSError, subprocess.TimeoutExpired) as error:
        return {**none, "said": f"{type(error).__name__}: {error}"[:500]}
    text = done.stdout.decode("utf-8", "replace")
    try:
        return json.loads(text)
    except ValueError:
        return {**none, "said": text.strip()[-500:] or f"it ended with {done.returncode}"}
