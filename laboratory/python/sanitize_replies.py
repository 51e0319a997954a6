"""Drives EvalPlus's own `sanitize` over replies, each in a process of its own for at most so many seconds.

Each line on standard input is {"id": text, "reply": text, "entry_point": name, "seconds": limit}; the answer is one
JSON line {"id": text, "program": text or null}. null: it did not end in time, or raised.
"""
import json
import os
import select
import signal
import sys
import types

# Only its downloads need it, and it is large.
sys.modules["datasets"] = types.SimpleNamespace(load_dataset=None)

from evalplus.sanitize import sanitize


def in_child(job, out):
    try:
        program = sanitize(job["reply"], job["entry_point"])
    except BaseException:
        program = None
    with os.fdopen(out, "w", errors="surrogatepass") as pipe:
        json.dump(program, pipe)
    os._exit(0)


def sanitized(job):
    told, out = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(told)
        in_child(job, out)
    os.close(out)
    parts = []
    with os.fdopen(told, "rb") as pipe:
        while select.select([pipe], [], [], job["seconds"])[0]:
            part = os.read(pipe.fileno(), 1 << 16)
            if not part:
                break
            parts.append(part)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    try:
        return json.loads(b"".join(parts))
    except ValueError:
        return None


def main():
    for line in sys.stdin:
        job = json.loads(line)
        print(json.dumps({"id": job["id"], "program": sanitized(job)}), flush=True)


if __name__ == "__main__":
    main()
