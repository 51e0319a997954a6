"""Job: changed files of a repository as one patch, with what is wrong with their syntax.

Request: {"files": {path: {"before": text or null, "after": text or null}}, "interpreter"?: path, "scratch"?: a folder that may be written}.
`null`: the file is not there. Answer: {"patch": as `git diff` writes it, "syntax": {path: what is wrong}, "normalised": text}.
`syntax` names Python files that the interpreter read before and reads no longer, or that are new and that it does not read.
`normalised` is the same change without comments, docstrings and layout; of files that our own Python cannot parse, as they are. Nothing
of the repository is run.
"""
from __future__ import annotations

import ast
import difflib
import json
import os
import shutil
import subprocess
import sys
import tempfile
import warnings

#: Runs in the interpreter of the task, 2.7 too: says of each text on its standard input why it cannot be compiled.
COMPILE = """
import json, sys, warnings
warnings.simplefilter('ignore')
texts = json.loads(getattr(sys.stdin, 'buffer', sys.stdin).read().decode('utf-8'))
told = []
for text in texts:
    try:
        compile(text.encode('utf-8'), 'file', 'exec', 0, True)
        told.append(None)
    except SyntaxError as error:
        told.append('%s (line %s)' % (error.msg, error.lineno))
    except Exception as error:
        told.append('%s' % (error,))
sys.stdout.write(json.dumps(told))
"""


def answer(request: dict, say) -> dict:
    files = request["files"]
    scratch = tempfile.mkdtemp(prefix="edits-", dir=request.get("scratch"))
    try:
        return {"patch": git_patch(files, scratch), "syntax": broken(files, request.get("interpreter") or sys.executable),
                "normalised": normalised(files)}
    finally:
        shutil.rmtree(scratch, ignore_errors=True)


def git_patch(files: dict, scratch: str) -> str:
    """Folders named `a` and `b` give git's own prefixes."""
    for side, name in (("a", "before"), ("b", "after")):
        os.makedirs(os.path.join(scratch, side))
        for path, texts in files.items():
            if texts[name] is None:
                continue
            place = os.path.join(scratch, side, path)
            os.makedirs(os.path.dirname(place), exist_ok=True)
            with open(place, "w", encoding="utf-8", newline="") as file:
                file.write(texts[name])
    environment = {"PATH": os.environ.get("PATH", os.defpath), "HOME": scratch, "GIT_CONFIG_NOSYSTEM": "1", "GIT_CONFIG_GLOBAL": os.devnull,
                   "LC_ALL": "C.UTF-8"}
    ended = subprocess.run(["git", "-c", "core.quotePath=false", "-c", "core.autocrlf=false", "diff", "--no-index", "--no-prefix", "--no-renames",
                            "--no-ext-diff", "--no-color", "--text", "--diff-algorithm=histogram", "a", "b"],
                           cwd=scratch, env=environment, capture_output=True)
    if ended.returncode not in (0, 1):
        raise RuntimeError("git diff: %s" % ended.stderr.decode("utf-8", "replace")[-500:])
    lines = ended.stdout.decode("utf-8").split("\n")
    # They name objects that the repository does not have.
    return "\n".join(_without_index(lines))


def _without_index(lines: list):
    in_header = False
    for line in lines:
        if line.startswith("diff --git "):
            in_header = True
        elif line.startswith("@@"):
            in_header = False
        if not (in_header and line.startswith("index ")):
            yield line


def broken(files: dict, interpreter: str) -> dict:
    paths = [path for path, texts in sorted(files.items()) if path.endswith(".py") and texts["after"] is not None]
    after = compiled([files[path]["after"] for path in paths], interpreter)
    bad = [(path, why) for path, why in zip(paths, after) if why is not None]
    before = compiled([files[path]["before"] or "" for path, _ in bad], interpreter)
    # A file of templates or of another Python was not readable before either.
    return {path: why for (path, why), was in zip(bad, before) if was is None}


def compiled(texts: list, interpreter: str) -> list:
    if not texts:
        return []
    ended = subprocess.run([interpreter, "-c", COMPILE], input=json.dumps(texts).encode(), capture_output=True, timeout=60)
    if ended.returncode != 0:
        raise RuntimeError("compile: %s" % ended.stderr.decode("utf-8", "replace")[-500:])
    return json.loads(ended.stdout)


def normalised(files: dict) -> str:
    """Lines removed and added, by path. A change of layout, comments or docstrings alone leaves nothing."""
    told = []
    for path in sorted(files):
        before, after = bare(path, files[path]["before"]), bare(path, files[path]["after"])
        lines = [line for line in difflib.unified_diff(before.split("\n"), after.split("\n"), lineterm="", n=0)
                 if line[:1] in "+-" and not line.startswith(("+++ ", "--- "))]
        if lines:
            told += ["## " + path, *lines]
    return "\n".join(told)


def bare(path: str, text) -> str:
    if text is None:
        return ""
    if not path.endswith(".py"):
        return text
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = ast.parse(text)
        for node in ast.walk(tree):
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Module)) and ast.get_docstring(node) is not None:
                node.body = node.body[1:] or [ast.Pass()]
        return ast.unparse(tree)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return text
