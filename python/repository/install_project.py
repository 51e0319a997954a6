"""Job: from a repository's tree to `project/` and `deps/` in one tar that is known by its content.

Request: {"roots": {"source": folder, read only}, "work": folder to write in, "index": URL of a simple index on the loopback
address, "uv": path of the program, "interpreters": [{"version", "path"}, preferred first] or nothing: the one that runs this,
"version": {"describe": text of `git describe --tags` or null, "date": ISO time of the commit or null} or null, "day": ISO
date from which the age of a guess counts, "guess": "install|tell|off" (default install), "requirements": [line, installed besides; one that
names a version holds whatever the project requires, and then nothing is guessed], "testRunner": whether pytest is installed if
nothing else brings it, and `deps` gets byte code, "limits": {"stepSeconds": 300, "totalSeconds": 900}}. With a line to the host the
index is there, and `index` may be left out. The tar is handed over as the file `environment.tar`.

Emits a record per attempt: {"kind": "attempt", "rung": 0 to 4, "step": interpreter|version|build|install-project|resolve|
install, "command": words, "exit": int or null, "seconds", "log": tail, "signature": {"kind", "text"} or null}.

Answer: {"kind": "environment", "status": "ok|partial|install_failed|no_python", "step", "reason", "python": version or null,
"interpreter": words, "projects": [{path, name, version, status, step, reason, wheel, extras, taken}], "lock": [{name, version,
file, sha256, built, locked?, quarantined?}], "quarantine": [{module, distribution, by, install, installed, why}], "unmet":
[module], "needs": {hard, soft}, "leftOut": [{file, line, why}], "named": {links, special, cut}, "content": {hash, bytes, files}
or null, "attempts": how many}. `seconds` and `log` of attempts, and nothing else, differ between two equal runs.
"""
from __future__ import annotations

import sys

from .install import identity
from .install.ladder import Ladder, Stop
from .install.relay import Relay
from .install.standard import remove_shadows
from .install.toml import Unreadable


def answer(request: dict, say) -> dict:
    """Installs as the request says; a repository's own trouble is an answer, never an exception."""
    relay = None
    if say.line:
        relay = Relay(*say.line).start()
        request = {**request, "index": f"http://127.0.0.1:{relay.port}/simple/"}
    if not request.get("interpreters"):
        request = {**request, "interpreters": [{"version": "%d.%d.%d" % sys.version_info[:3], "path": sys.executable}]}
    ladder = Ladder(request, say)
    content = None
    try:
        end = ladder.climb()
        remove_shadows(ladder.deps, ladder.chosen["interpreter"]["path"])
        for folder in (ladder.project, ladder.deps):
            identity.strip_notes(folder)
        ladder.compile_dependencies()
        with say.file("environment.tar") as target:
            content = identity.write_environment({"deps": ladder.deps, "project": ladder.project}, target)
    except Stop as stop:
        end = {"status": stop.status, "step": stop.step, "reason": stop.reason}
    except (Unreadable, identity.TooLarge, OSError, RecursionError) as error:
        end = {"status": "install_failed", "step": "install", "reason": f"{type(error).__name__}: {error}"[:500]}
    finally:
        if relay:
            relay.stop()
    chosen = getattr(ladder, "chosen", None) or {}
    needs = getattr(ladder, "needs", {"hard": set(), "soft": set()})
    return {
        "kind": "environment", **end, "python": (chosen.get("interpreter") or {}).get("version"), "interpreter": chosen.get("reason"),
        "projects": ladder.projects, "lock": ladder.lock if content else [], "lockFiles": ladder.locked["files"], "quarantine": ladder.quarantine,
        "unmet": ladder.unmet, "needs": {"hard": sorted(needs["hard"]), "soft": sorted(needs["soft"])}, "leftOut": ladder.left_out[:200],
        "named": getattr(ladder, "named", {}), "content": content, "attempts": len(ladder.steps.attempts),
    }

