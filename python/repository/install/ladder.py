"""The ladder: lock file, declared extras and groups, requirements files, guesses in quarantine; each rung tried is a record.

What the build installs of the project itself goes to `project`, everything else to `deps`. A build that fails ends it
(nothing further up makes it build), and so does a requirement of the project's own that nothing meets. What only tests
need may fail: then the status is `partial`, and says so.
"""
from __future__ import annotations

import os
import re
import shutil
import stat
import zipfile

from . import declared, guesses, identity, interpreter, survey
from .requirements import canonical, requirement
from .steps import REPAIRS, Steps
from .told_version import tell_version
from .toml import at, read_toml
from .uv import Uv, environment

#: Wheels above that are not unpacked.
MOST_WHEEL_BYTES = 1024**3
MOST_MEMBERS = 100_000
#: From this Python on, byte code need not depend on the times of its source files, which archives do not keep (PEP 552).
HASHED_BYTE_CODE = (3, 7)
NOT_MODULES = survey.ASIDE | {"setup", "conftest", "conf", "noxfile"}


class Stop(Exception):
    """The installation has come to its end: .status, .step and .reason are the answer's."""

    def __init__(self, status: str, step: str | None, reason: str):
        super().__init__(reason)
        self.status, self.step, self.reason = status, step, reason


class Ladder:
    """One repository's installation.

    :param request: as `install_project` says
    :param say: gets each attempt as a record
    """

    def __init__(self, request: dict, say):
        limits = request.get("limits") or {}
        self.request = request
        self.source = request["roots"]["source"]
        self.work = request["work"]
        self.index = request["index"]
        self.told = request.get("version") or {}
        os.makedirs(self.work, exist_ok=True)
        self.project, self.deps = os.path.join(self.work, "project"), os.path.join(self.work, "deps")
        for folder in (self.project, self.deps):
            shutil.rmtree(folder, ignore_errors=True)
            os.makedirs(folder)
        self.steps = Steps(self.work, environment(self.work, self.index, self.told.get("date")), float(limits.get("stepSeconds", 300)),
                           float(limits.get("totalSeconds", 900)), say)
        self.projects: list = []
        self.lock: list = []
        self.quarantine: list = []
        self.left_out: list = []
        self.unmet: list = []
        self.notes: list = []
        self.wanted: list = []
        self.built: list = []
        self.locked: dict = {"versions": {}, "hashes": {}, "files": []}
        self.binding: list = []
        self.broad: list = []
        #: Lines that whoever asks wants besides, and those of them that name one version, which hold whatever the project requires.
        self.added, self.forced = [], []
        for text in request.get("requirements") or []:
            one = requirement(text)
            if one is None:
                self.notes.append(f"no requirement by name: {text[:200]}")
                continue
            self.added.append(one)
            if re.search(r"={2,3}[^*=]+$", one["line"].partition(";")[0].strip()):
                self.forced.append(one)
        #: A list with versions is taken as complete. A guess can change results: sympy behaves differently if numpy is there.
        self.is_complete = bool(self.forced)

    # ------------------------------------------------------------ the whole

    def climb(self) -> dict:
        """Goes through all rungs: {"status", "step", "reason"}."""
        tree = survey.walk(self.source)
        self.tree = tree["files"]
        self.named = {"links": tree["links"], "special": tree["special"], "cut": tree["cut"]}
        if not any(path.endswith(".py") for path in self.tree):
            raise Stop("no_python", None, "no file of the tree ends in .py")
        folders = survey.projects(self.source, self.tree)
        self.choose_interpreter(folders)
        if folders:
            self.build_all(folders)
        else:
            self.steps.record(2, "build", "no build file: modules are taken as they lie in the tree")
            self.copy_modules()
        self.needs = survey.needs(self.source, self.tree, set(survey.walk(self.project)["files"]))
        if folders:
            self.install_declared()
        self.install_listed()
        self.install_guessed()
        self.install_runner()
        return self.conclude()

    def conclude(self) -> dict:
        failed = [one for one in self.projects if one["status"] != "ok"]
        if failed and len(failed) == len(self.projects):
            raise Stop("install_failed", failed[0]["step"], failed[0]["reason"])
        reasons = [f"{one['path'] or '.'}: {one['reason']}" for one in failed] + self.notes
        if self.unmet:
            reasons.append(f"imported and not to be had: {', '.join(self.unmet)}")
        partial = bool(failed or self.notes)
        return {"status": "partial" if partial else "ok", "step": None, "reason": "; ".join(reasons) or None}

    # ------------------------------------------------------------ interpreter and build

    def choose_interpreter(self, folders: list) -> None:
        chosen = interpreter.choose([os.path.join(self.source, each) for each in folders] or [self.source], self.request["interpreters"])
        self.chosen = chosen
        ok = chosen["interpreter"] is not None
        self.steps.record(0, "interpreter", "choose an interpreter by what the project requires", log=chosen["reason"],
                          signature=None if ok else {"kind": "interpreter", "text": chosen["reason"]})
        if not ok:
            raise Stop("install_failed", "interpreter", chosen["reason"])
        self.uv = Uv(self.request["uv"], chosen["interpreter"]["path"])

    def build_all(self, folders: list) -> None:
        for number, folder in enumerate(folders):
            self.projects.append(self.build_one(folder, number))
        if all(one["status"] != "ok" for one in self.projects):
            raise Stop("install_failed", self.projects[0]["step"], self.projects[0]["reason"])

    def build_one(self, folder: str, number: int) -> dict:
        """Builds one project's wheel from a copy and unpacks it: its row {path, name, version, status, step, reason, wheel, extras}."""
        row = {"path": folder, "name": folder or None, "version": None, "status": "install_failed", "step": "build", "reason": None}
        copy, out = os.path.join(self.work, "build", str(number)), os.path.join(self.work, "wheels", str(number))
        for each in (copy, out):
            shutil.rmtree(each, ignore_errors=True)
        copy_tree(self.source, copy)
        told = tell_version(copy, self.told, self.steps.environment["HOME"])
        self.steps.record(2, "version", f"tell the build its version: {told['how']}",
                          signature={"kind": "version-untold", "text": told["trouble"]} if "trouble" in told else None)
        where = os.path.join(copy, folder)
        what = "build the wheel of " + (folder or "the project")
        tried = self.steps.run(2, "build", what, self.uv.build(where, out), more=told["environment"])
        mend = REPAIRS.get((tried["signature"] or {}).get("kind"))
        if mend:
            tried = self.steps.run(2, "build", f"{what}, with {mend}", self.uv.build(where, out, self.write("mend.txt", [mend])), more=told["environment"])
        if tried["signature"]:
            row["reason"] = failure(tried)
            if tried["signature"]["kind"] == "tag-missing":
                tag = "no tag was told" if not self.told.get("describe") else f"told was {self.told['describe']}"
                row["reason"] = f"the build asks git for the newest tag ({tag}): {row['reason']}"
            if tried["signature"]["kind"] == "git-missing":
                row["reason"] = f"the build asks git for its version, and there is no git in this cell: {row['reason']}"
            return row
        wheels = sorted(name for name in os.listdir(out) if name.endswith(".whl"))
        if len(wheels) != 1 or os.path.islink(os.path.join(out, wheels[0])):
            row["reason"] = "the build ended well, and left no wheel"
            return row
        wheel = os.path.join(out, wheels[0])
        before = set(os.listdir(self.project))
        trouble = wheel_trouble(wheel)
        tried = None if trouble else self.steps.run(2, "install-project", f"unpack {wheels[0]}", self.uv.install_wheel(wheel, self.project))
        if trouble or tried["signature"]:
            row.update(step="install-project", reason=trouble or failure(tried))
            return row
        infos = [n for n in os.listdir(self.project) if n.endswith(".dist-info") and n not in before]
        fields = identity.metadata(os.path.join(self.project, infos[0], "METADATA")) if infos else {}
        row.update(name=canonical((fields.get("name") or [folder])[0]), version=(fields.get("version") or [None])[0], status="ok", step=None,
                   wheel=wheels[0], extras=sorted(fields.get("provides-extra") or []), declares=bool(fields.get("requires-dist")))
        self.built.append({"row": row, "wheel": wheel, "folder": folder})
        return row

    def copy_modules(self) -> None:
        """Without a build: top-level modules and packages of the tree (or of its src), tests and documents aside."""
        base = "src/" if any(path.startswith("src/") and path.endswith(".py") for path in self.tree) and not any(
            "/" not in path and path.endswith(".py") for path in self.tree) else ""
        with_python = {path[len(base):].split("/")[0] for path in self.tree if path.startswith(base) and path.endswith(".py")}
        for path in self.tree:
            if not path.startswith(base):
                continue
            top = path[len(base):].split("/")[0]
            stem = top[:-3] if top.endswith(".py") else top
            alone = "/" not in path[len(base):]
            if top not in with_python or not stem.isidentifier() or stem in NOT_MODULES or (alone and survey.is_test(path)):
                continue
            target = os.path.join(self.project, path[len(base):])
            os.makedirs(os.path.dirname(target), exist_ok=True)
            shutil.copyfile(os.path.join(self.source, path), target)
        if not os.listdir(self.project):
            raise Stop("install_failed", "build", "no build file, and no module that could be imported by path")
        self.projects.append({"path": "", "name": None, "version": None, "status": "ok", "step": None, "reason": None, "by": "path"})

    # ------------------------------------------------------------ dependencies

    def install_declared(self) -> None:
        """Rungs 1 and 2: what the metadata requires, with the extras and groups that are for tests, bound by a lock if there is one."""
        plain, full = [], []
        for one in self.built:
            where = os.path.join(self.source, one["folder"])
            names = declared.extras(one["row"].get("extras", []))
            groups = declared.groups(where)
            self.left_out += groups["left_out"]
            plain.append(f"{one['row']['name']} @ file://{one['wheel']}")
            full.append(f"{one['row']['name']}{'[' + ','.join(names['test']) + ']' if names['test'] else ''} @ file://{one['wheel']}")
            full += groups["test"]
            one["row"]["taken"] = {"extras": names["test"], "groups": groups["test"]}
            self.broad += groups["broad"] + self.extra_lines(one, names["broad"])
            locked = declared.locks(self.source, one["folder"], self.tree)
            for key in ("versions", "hashes"):
                self.locked[key].update(locked[key])
            self.locked["files"] += [f for f in locked["files"] if f not in self.locked["files"]]
        needed = self.from_broad(self.needs["hard"])
        # What a lock names is no guess: somebody's tools chose it.
        locked_names = {canonical(guesses.WELL_KNOWN.get(name, name)) for name in self.needs["hard"]} & set(self.locked["versions"])
        needed += sorted(locked_names - {requirement(line)["name"] for line in needed})
        full += [line for line in needed if line not in full]
        added = self.added_lines()
        full, plain = (lines + [line for line in added if line not in lines] for lines in (full, plain))
        if self.locked["files"]:
            self.binding = [f"{name}=={version}" for name, version in sorted(self.locked["versions"].items())]
            if self.attempt(1, f"resolve within {', '.join(self.locked['files'])}", full, self.binding, checked=True):
                return
            self.binding = []
        if self.attempt(2, "resolve the project with its test extras", full):
            return
        reason = failure(self.steps.attempts[-1])
        if added:
            self.keep_fitting(plain, added)
            kept = self.added_lines()
            full, plain = ([line for line in lines if line not in added or line in kept] for lines in (full, plain))
            if self.attempt(2, "resolve the project with the requirements that fit", full):
                return
        if full != plain and self.attempt(2, "resolve the project without test extras", plain):
            self.notes.append(f"test extras not installed: {reason}")
            return
        for one in self.built:
            one["row"].update(status="install_failed", step="resolve", reason=reason)
        raise Stop("install_failed", "resolve", reason)

    def extra_lines(self, one: dict, names: list) -> list:
        """Requirements of some extras as lines of their own, from the wheel's metadata."""
        found = []
        for info in identity.installed(self.project):
            if info["name"] != one["row"]["name"]:
                continue
            for text in identity.metadata(os.path.join(self.project, info["info"], "METADATA")).get("requires-dist", []):
                head, _, marker = text.partition(";")
                extra = re.search(r"""extra\s*==\s*['"]([^'"]+)['"]""", marker)
                rest = re.sub(r"""\s*(and\s+)?\(?extra\s*==\s*['"][^'"]+['"]\)?\s*(and\s+)?""", "", marker).strip()
                line = requirement(f"{head.strip()} ; {rest}" if rest else head)
                if extra and canonical(extra[1]) in names and line and line["name"] != one["row"]["name"]:
                    found.append(line["line"])
        return found

    def from_broad(self, modules: set) -> list:
        """Lines of broad extras and groups that provide something which tests or modules import, or a fixture."""
        wanted = {canonical(guesses.WELL_KNOWN.get(name, name)) for name in modules | self.needs["soft"]}
        wanted |= {canonical(declared.FIXTURES[name]) for name in self.needs["fixtures"] if name in declared.FIXTURES}
        return [line for line in dict.fromkeys(self.broad) if (requirement(line) or {}).get("name") in wanted]

    def install_listed(self) -> None:
        """Rung 3: requirements files, tox, nox, Pipfile: where metadata names nothing, or something is still missing."""
        declares = any(one["row"].get("declares") for one in self.built)
        tests_named = any(one["row"].get("taken", {}).get("extras") or one["row"].get("taken", {}).get("groups") for one in self.built)
        for folder in [one["folder"] for one in self.built] or [""]:
            found = declared.files(self.source, folder, self.tree)
            for kind in found.values():
                self.left_out += kind.left_out
            runtime = found["runtime"].lines if not declares else []
            lines = runtime + (found["test"].lines if not tests_named else [])
            # A broad file that can't be told apart from lint is asked only for what is missing.
            missing = {canonical(guesses.WELL_KNOWN.get(name, name)) for name in self.missing()}
            more = [line for kind in found.values() for line in kind.lines if line not in lines and requirement(line)["name"] in missing]
            sources = sorted({file for kind in found.values() for file in kind.files})
            self.extend(3, f"resolve with what {', '.join(sources) or 'tox, nox or Pipfile'} lists", lines + more,
                        found["runtime"].constraints + found["test"].constraints)

    def install_guessed(self) -> None:
        """Rung 4: what is imported, was never declared, and is still missing; only when the request allows it."""
        missing = self.missing()
        self.unmet = missing
        mode = "tell" if self.is_complete else self.request.get("guess", "install")
        if not missing or mode == "off":
            return
        found = guesses.guess(missing, self.index, self.request.get("day") or self.told.get("date") or "2000-01-01")
        if self.request.get("testRunner"):
            # A plugin that nobody declares would take part in every test.
            found = [one for one in found if not one["distribution"].startswith("pytest")]
        chosen = [one for one in found if one["install"] and mode == "install"]
        for one in found:
            one["installed"] = False
        if chosen:
            names = sorted({one["distribution"] for one in chosen})
            before = {one["name"] for one in self.lock}
            if self.extend(4, f"resolve guesses in quarantine: {', '.join(names)}", names, [], wheels_only=True):
                for one in chosen:
                    one["installed"] = True
                for one in self.lock:
                    one["quarantined"] = one["name"] not in before
        self.quarantine = found
        self.unmet = self.missing()

    def added_lines(self) -> list:
        own = {one["row"]["name"] for one in self.built}
        return [one["line"] for one in self.added if one["name"] not in own]

    def keep_fitting(self, lines: list, added: list) -> None:
        """Of the lines that whoever asks wants besides, those that can be had together with the project; the others are told."""
        every, self.added, refused = self.added, [], []
        plain = [line for line in lines if line not in added]
        for one in every:
            self.added.append(one)
            tried = self.resolve(2, f"resolve the project with {one['line']}", plain + self.added_lines(), None, os.path.join(self.work, "pylock.try.toml"))
            if tried["signature"]:
                self.added.remove(one)
                refused.append(one["line"])
        self.forced = [one for one in self.forced if one in self.added]
        if refused:
            self.notes.append(f"requirements that cannot be had with the rest: {', '.join(refused)}")

    def install_runner(self) -> None:
        """What runs the tests, if they are to be run and nothing else brings it; of the same time as the rest."""
        if not self.request.get("testRunner"):
            return
        there = {name for folder in (self.project, self.deps) for name in os.listdir(folder)}
        wanted = self.added_lines() + [name for name in ("pytest", "setuptools") if name not in there and f"{name}.py" not in there]
        self.extend(3, "resolve with what runs the tests", [line for line in wanted if line not in self.wanted], [])

    def compile_dependencies(self) -> None:
        """Writes byte code for the dependencies. Boxes cannot write it, so each process would compile what it imports. Files with a
        syntax error get none."""
        interpreter = self.chosen["interpreter"]
        if self.request.get("testRunner") and tuple(int(part) for part in interpreter["version"].split(".")[:2]) >= HASHED_BYTE_CODE:
            self.steps.run(3, "install", "compile the dependencies", [interpreter["path"], "-S", "-s", "-m", "compileall", "-q", "-d", "/srv/deps",
                                                                      "--invalidation-mode", "unchecked-hash", self.deps])

    def extend(self, rung: int, words: str, lines: list, constraints: list, wheels_only: bool = False) -> bool:
        """A further attempt with more lines, what was chosen before kept; a failure leaves what is there."""
        more = [line for line in dict.fromkeys(lines) if line not in self.wanted]
        if not more:
            return False
        lines, constraints = self.wanted + more, constraints + [f"{one['name']}=={one['version']}" for one in self.lock]
        # As on the first rungs: within the lock, whose hashes count, or else without it.
        if self.binding and self.attempt(rung, f"{words}, within the lock", lines, constraints + self.binding, checked=True, wheels_only=wheels_only):
            return True
        if self.attempt(rung, words, lines, constraints, wheels_only=wheels_only):
            return True
        if rung != 3:
            return False
        reason = failure(self.steps.attempts[-1])
        fitting = self.fitting(rung, more, constraints)
        left = [line for line in more if line not in fitting]
        if fitting and self.attempt(rung, f"{words}, as far as it fits", self.wanted + fitting, constraints):
            self.notes.append(f"of what requirements files list, not installed: {', '.join(left)}: {reason}")
            return True
        self.notes.append(f"not installed, what requirements files list: {reason}")
        return False

    def fitting(self, rung: int, lines: list, constraints: list) -> list:
        """Those of these lines that can be had together with what is wanted already. If they do not fit as a whole, each half is tried."""
        kept, parts, binding = [], [lines], self.write("constraints.txt", constraints)
        while parts:
            part = parts.pop(0)
            tried = self.resolve(rung, f"resolve with {', '.join(part)}", self.wanted + kept + part, binding,
                                 os.path.join(self.work, "pylock.try.toml"))
            if not tried["signature"]:
                kept += part
            elif len(part) > 1:
                parts[:0] = [part[:len(part) // 2], part[len(part) // 2:]]
        return kept

    def attempt(self, rung: int, words: str, lines: list, constraints: list | None = None, checked: bool = False, wheels_only: bool = False) -> bool:
        """Resolves lines to a lock and installs it into fresh `deps`; True when both went well."""
        lock = os.path.join(self.work, f"pylock.rung{rung}.toml")
        binding = self.write("constraints.txt", constraints) if constraints else None
        tried = self.resolve(rung, words, lines, binding, lock, wheels_only)
        if tried["signature"]:
            return False
        tried["wanted"] = [re.sub(r" @ file://.*/", " @ ", line) for line in lines]
        rows = lock_rows(read_toml(lock))
        if checked:
            trouble = [r["name"] for r in rows if (r["name"], r["version"]) in self.locked["hashes"]
                       and not {f["sha256"] for f in r["files"]} & self.locked["hashes"][r["name"], r["version"]]]
            if trouble:
                self.steps.record(rung, "resolve", "compare hashes with the lock's",
                                  signature={"kind": "hash-mismatch", "text": f"no file of {', '.join(trouble)} has a hash of the lock"})
                return False
        fresh = os.path.join(self.work, "deps.new")
        shutil.rmtree(fresh, ignore_errors=True)
        os.makedirs(fresh)
        if rows:
            tried = self.steps.run(rung, "install", f"install {len(rows)} distributions", self.uv.install(lock, fresh)
                                   + (["--only-binary", ":all:"] if wheels_only else []))
            if tried["signature"]:
                return False
        shutil.rmtree(self.deps)
        os.rename(fresh, self.deps)
        self.wanted = lines
        marked = {one["name"] for one in self.lock if one.get("quarantined")}
        self.lock = chosen_files(rows, identity.installed(self.deps), marked)
        if checked:
            for one in self.lock:
                known = self.locked["hashes"].get((one["name"], one["version"]))
                one["locked"] = bool(known) and one["sha256"] in known
        return True

    def resolve(self, rung: int, words: str, lines: list, binding: str | None, lock: str, wheels_only: bool = False) -> dict:
        own = sorted({one["row"]["name"] for one in self.built})
        argv = self.uv.resolve(self.write("wanted.in", lines), lock, binding, own)
        forced = [one["line"] for one in self.forced if one in self.added and one["name"] not in own]
        if forced:
            argv += ["--overrides", self.write("forced.txt", forced)]
        if wheels_only:
            argv += ["--only-binary", ":all:"]
        if os.path.exists(lock):
            os.unlink(lock)
        return self.steps.run(rung, "resolve", words, argv)

    def missing(self) -> list:
        """Modules imported for certain by the tree's modules and tests that neither `project` nor `deps` has."""
        there = {name.split(".")[0] for folder in (self.project, self.deps) for name in os.listdir(folder)}
        return sorted(self.needs["hard"] - there)

    def write(self, name: str, lines: list) -> str:
        path = os.path.join(self.work, name)
        with open(path, "w", encoding="utf-8") as file:
            file.write("".join(f"{line}\n" for line in lines))
        return path


def failure(attempt: dict) -> str:
    """An attempt's failure in one line, and the last lines of its log."""
    sign = attempt["signature"] or {"kind": "other", "text": ""}
    return f"{sign['kind']}: {sign['text']}"


def lock_rows(table: dict) -> list:
    """[{"name", "version", "files": [{"file", "sha256", "sdist"}]}] of a pylock table."""
    rows = []
    for one in at(table, "packages") or []:
        files = []
        for entry, sdist in [(e, False) for e in at(one, "wheels") or []] + ([(at(one, "sdist"), True)] if at(one, "sdist") else []):
            digest = at(entry, "hashes", "sha256")
            if digest:
                files.append({"file": (at(entry, "name") or str(at(entry, "url")).split("?")[0].split("#")[0].rsplit("/", 1)[-1]), "sha256": digest, "sdist": sdist})
        rows.append({"name": canonical(one["name"]), "version": str(at(one, "version")), "files": files})
    return rows


def chosen_files(rows: list, there: list, marked: set) -> list:
    """Which file of each row was installed, found by the tags of the wheel that lies there: the lock of the environment."""
    tags = {one["name"]: set(one["tags"]) for one in there}
    lock = []
    for row in rows:
        if row["name"] not in tags:
            continue  # a marker left it out
        fitting = [f for f in row["files"] if not f["sdist"] and wheel_tags(f["file"]) == tags[row["name"]]]
        built = not fitting
        source = (fitting or [f for f in row["files"] if f["sdist"]] or [{"file": None, "sha256": None}])[0]
        one = {"name": row["name"], "version": row["version"], "file": source["file"], "sha256": source["sha256"], "built": built}
        if row["name"] in marked:
            one["quarantined"] = True
        lock.append(one)
    return sorted(lock, key=lambda one: one["name"])


def wheel_tags(filename: str) -> set:
    parts = filename[:-4].split("-")
    return {f"{a}-{b}-{c}" for a in parts[-3].split(".") for b in parts[-2].split(".") for c in parts[-1].split(".")} if len(parts) >= 5 else set()


def wheel_trouble(path: str) -> str | None:
    """Why a wheel that foreign code has written is not unpacked, None when nothing speaks against it."""
    try:
        with zipfile.ZipFile(path) as archive:
            members = archive.infolist()
    except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError) as error:
        return f"the wheel cannot be read: {error}"
    if len(members) > MOST_MEMBERS or sum(one.file_size for one in members) > MOST_WHEEL_BYTES:
        return "the wheel is too large"
    for one in members:
        parts = one.filename.replace("\\", "/").split("/")
        if one.filename.startswith("/") or ".." in parts or stat.S_ISLNK(one.external_attr >> 16):
            return f"the wheel holds {one.filename[:200]!r}"
    return None


def copy_tree(source: str, target: str) -> None:
    """A copy to build in: plain files, folders, and links as they are; nothing else is looked at, no link is followed."""
    waiting = [""]
    while waiting:
        folder = waiting.pop()
        os.makedirs(os.path.join(target, folder), exist_ok=True)
        for entry in os.scandir(os.path.join(source, folder)):
            path = os.path.join(folder, entry.name)
            mode = entry.stat(follow_symlinks=False).st_mode
            if entry.name == ".git":
                continue
            if stat.S_ISDIR(mode):
                waiting.append(path)
            elif stat.S_ISLNK(mode):
                os.symlink(os.readlink(os.path.join(source, path)), os.path.join(target, path))
            elif stat.S_ISREG(mode):
                shutil.copyfile(os.path.join(source, path), os.path.join(target, path))
                os.chmod(os.path.join(target, path), 0o755 if mode & 0o100 else 0o644)
