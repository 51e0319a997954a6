"""What the first process of each kind of box does once it stands. None of these returns: a box ends with its job."""
from __future__ import annotations

import json
import os
import sys
import threading

from sandbox_tools.box import script, shared
from sandbox_tools.box.enter import Setting, enter
from sandbox_tools.box.record import BROKEN_TEST, NONCE_BYTES, RecordSender
from sandbox_tools.box.texts import program_source, take_texts
from sandbox_tools.cases.check import offer
from sandbox_tools.cases.known import NOTHING_KNOWN, KnownAnswers
from sandbox_tools.cell import isolation
from sandbox_tools.manners import scripts
from sandbox_tools.objects.object_link import ObjectLink
from sandbox_tools.objects.object_server import ObjectServer
from sandbox_tools.session import interpreter
from sandbox_tools.split import candidate, checker
from sandbox_tools.split.answers import answers
from sandbox_tools.split.candidate_link import CandidateLink
from sandbox_tools.split.compiled_test import compile_once
from sandbox_tools.text.snippet import BrokenTest

_exit = os._exit
#: Both ends of the conversation between candidate and checker.
LEVELS = {"data": (candidate.Server, CandidateLink), "objects": (ObjectServer, ObjectLink)}


def _sender(fd: int, texts_fd: int) -> RecordSender:
    """The run's nonce lies before the texts."""
    return RecordSender(fd, os.read(texts_fd, NONCE_BYTES))


def _take_test(sender: RecordSender) -> dict:
    """A test of which not even the text fits into memory is as good as one that cannot be compiled."""
    try:
        return take_texts(3)
    except MemoryError as error:
        sender.send({"kind": BROKEN_TEST, "error": str(BrokenTest(error))})
        _exit(0)


def _take_any_output() -> None:
    """What a program prints while it is called decides nothing: also not by being no text that could be encoded."""
    sys.stdout.reconfigure(errors="backslashreplace")


def candidate_box(setting: Setting, run: dict, given: dict) -> None:
    """Loads the program and answers calls until the checker has gone."""
    enter(setting, run, (None, given["output"], given["output"], given["program"], given["peer"]))
    texts = take_texts(3)
    os.register_at_fork(after_in_child=threading._after_fork)
    _take_any_output()
    try:
        candidate.serve(program_source(texts), 4, LEVELS[run["run"]][0], manner=texts.get("manner"))
    finally:
        _exit(0)


def checker_box(setting: Setting, run: dict, given: dict) -> None:
    """Runs the test against values that the candidate sends. Holds the only way to a verdict."""
    roomy = {**run["limits"], "memoryMb": run["checkerMemoryMb"]}
    inside = (None, None, None, given["test"], given["peer"], given["verdict"], given["compiled"], given.get("known"))
    enter(setting, {**run, "limits": roomy}, inside)
    sender = _sender(5, 3)
    texts = _take_test(sender)
    known = KnownAnswers(7) if "known" in given else NOTHING_KNOWN
    offer(texts.get("manner"), asked=answers, known=known)
    try:
        said = checker.check(texts, 4, LEVELS[run["run"]][1], sender.send, lambda job: compile_once(job, 6))
        if said["kind"] == "passed":
            known.save()
        sender.send(said)
    finally:
        _exit(0)


def shared_box(setting: Setting, run: dict, given: dict) -> None:
    enter(setting, run, (None, given["output"], given["output"], given["program"], given["verdict"]))
    sender = _sender(4, 3)
    texts = _take_test(sender)
    offer(texts.get("manner"), apart=False)
    os.register_at_fork(after_in_child=threading._after_fork)
    _take_any_output()
    try:
        shared.perform(texts, program_source(texts), sender.send)
    finally:
        _exit(0)


def script_box(setting: Setting, run: dict, given: dict) -> None:
    enter(setting, run, (given["input"], given["output"], given["errors"], given["program"]))
    texts = take_texts(3)
    status = 1
    try:
        source, manner = program_source(texts), texts.get("manner")
        status = script.run(source) if manner is None else scripts.run(source, manner)
    finally:
        _exit(status)


def session_box(setting: Setting, run: dict, given: dict) -> None:
    enter(setting, run, (None, given["output"], given["errors"], given["told"], given["said"]))
    interpreter.serve(3, 4, run["mostText"], run["seed"])
    _exit(0)


def probe_box(setting: Setting, run: dict, given: dict) -> None:
    """What a box really is, as the kernel says it with every wall up."""
    enter(setting, run, (None, None, None, given["verdict"], setting.proc_fd))
    os.write(3, json.dumps({**isolation.describe(4), "ownFiles": setting.own_files}).encode("ascii"))
    _exit(0)


#: What each descriptor of the message is (the last may be missing), and the boxes of each kind of run. The checker's is made first: a program that
#: uses up what a cell may have cannot keep it from being made.
_TWO_BOXES = (
    ("program", "test", "output", "verdict", "compiled", "known"),
    {"checker": checker_box, "candidate": candidate_box},
)
KINDS = {
    **dict.fromkeys(LEVELS, _TWO_BOXES),
    "shared": (("program", "output", "verdict"), {"candidate": shared_box}),
    "script": (("program", "input", "output", "errors"), {"candidate": script_box}),
    "session": (("output", "errors", "said", "told"), {"candidate": session_box}),
    "probe": (("verdict",), {"candidate": probe_box}),
}
