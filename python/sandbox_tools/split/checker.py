"""The checker's box: runs the trusted setup and the test; every use of the program goes to the other box."""
from __future__ import annotations

import sys
import types

from sandbox_tools.box.record import BROKEN_TEST, CHECKER, NOT_DATA
from sandbox_tools.box.shared import failure_texts, is_failed_assertion, run_snippet
from sandbox_tools.cases import current
from sandbox_tools.split.candidate_link import UNTOLD, CandidateLink, Ended
from sandbox_tools.split.compiled_test import CompiledTest, compile_job
from sandbox_tools.split.names import PYTHONS_OWN, Fallback, looks_inside, needs_fallback, test_module
from sandbox_tools.text.readings import reads
from sandbox_tools.text.told import Told
from sandbox_tools.text.snippet import BrokenTest

NEVER_CALLED = "The test never called the program."
#: So little of the program's, names and all, cannot have filled the checker's memory.
LITTLE_HEARD = 1 << 16


def perform(job: dict, link: CandidateLink, test: CompiledTest) -> None:
    entry, mentioned, stored = job["entryPoint"], test.mentioned, test.stored
    listed, found, value, unfit = link.load(entry)
    if test.snippet is None:
        if not found:
            raise NameError("name %r is not defined" % entry)
        link.uses = 1
        return
    names = {name for name in listed if type(name) is str}
    namespace = link.module.__dict__
    inside = looks_inside(mentioned)
    if inside is not None:
        link.end("failed", "The test looks at its own process (%s), where the program does not run." % inside, NOT_DATA)
    link.heed(mentioned)
    known = found and value is not UNTOLD
    own = stored | {entry} if known else stored - {entry}
    if needs_fallback(mentioned, names, own):
        namespace["__builtins__"] = Fallback(link, names - PYTHONS_OWN - own)
    sys.modules["solution"] = test_module(link, names, names - PYTHONS_OWN - stored - set(unfit))
    if known:
        namespace[entry] = value
    if test.setup is not None:
        exec(test.setup, namespace)
        namespace.pop(entry, None)
        if known:
            namespace[entry] = value
    link.gave_data = known and link.is_data(value)
    if link.gave_data and reads(job["test"], entry, namespace):
        link.uses += 1
    run_snippet(test.snippet, namespace)


def _texts(link, error) -> dict:
    known = link.remote_errors.get(id(error))
    return failure_texts(error) if known is None else {"error": known[1]}


def _kind(link, error) -> str:
    if issubclass(type(error), MemoryError):
        return "memory-limit"
    if issubclass(type(error), Told):
        return error.kind
    known = link.remote_errors.get(id(error))
    if known is not None and not known[2]:
        return "raised"
    return "failed" if is_failed_assertion(error) else "raised"


def _is_tests_own(link, error) -> bool:
    """Whether the test's own data, and nothing of the program's, did not fit into memory."""
    unused = link.uses < 1 and not link.gave_data and id(error) not in link.remote_errors
    return _kind(link, error) == "memory-limit" and unused and link.heard <= LITTLE_HEARD


def _detail(link, kind, error):
    """`checker`: its own memory was the one that did not do."""
    if issubclass(type(error), Told):
        return error.detail
    return CHECKER if kind == "memory-limit" and id(error) not in link.remote_errors else None


def _outcome(kind, link, error=None, actual=None) -> dict:
    answer = {"kind": kind, "error": error, "actual": actual, "calls": link.uses, **current.marked()}
    return {**answer, "handles": True} if link.handles else answer


def check(job: dict, fd: int, make_link=CandidateLink, decided=None, compiled=compile_job) -> dict:
    """Runs `job["test"]` (None: the program only has to load and to define the entry point) after `job["setup"]`
    against the candidate at the other end of the stream socket `fd`. `make_link`: of its level; `compiled(job)`: the test.

    Returns {kind, error, actual, calls}, perhaps detail and handles. `decided({"kind": ...})` is called as soon as the
    kind of a failure is settled; from then on nothing is asked of the program. "broken-test" is decided before the
    program is heard, or before it is used and has said more than its names, and by nothing else.
    """
    link = make_link(fd, types.ModuleType("solution"), decided)
    try:
        test = compiled(job)
    except BrokenTest as error:
        return _broken_unheard(job, link, str(error))
    failure = None
    try:
        perform(job, link, test)
    except Ended:
        pass
    except SystemExit:
        if link.ended is None or link.ended.get("interrupted"):
            link.ended = {"kind": "vanished", "text": None}
    except BaseException as error:
        failure = error
    if link.ended is not None and (failure is None or not link.ended.get("interrupted")):
        return _ended(link)
    if failure is None:
        if link.uses < 1:
            return _outcome("failed", link, NEVER_CALLED)
        return _outcome("passed", link)
    if _is_tests_own(link, failure):
        return _broken(link, str(BrokenTest(failure)))
    return _failed(link, failure)


def _failed(link: CandidateLink, failure) -> dict:
    kind = _kind(link, failure)
    link.tell(kind)
    texts = _texts(link, failure) if kind != "memory-limit" else {}
    answer = _outcome(kind, link, texts.get("error"), texts.get("actual"))
    case = current.told() if texts else {}
    return {**answer, **case, "detail": _detail(link, kind, failure)}


def _broken(link: CandidateLink, why: str) -> dict:
    answer = _outcome(BROKEN_TEST, link, why)
    if link.told is not None:
        link.told(answer)
    return answer


def _broken_unheard(job: dict, link: CandidateLink, why: str) -> dict:
    """Said before anything of the program is heard, so that nothing it does can make another answer of it."""
    answer = _broken(link, why)
    try:
        link.load(job["entryPoint"])  # only so that its box has come to stand when this one ends
    except BaseException:
        pass
    return answer


def _ended(link: CandidateLink) -> dict:
    ended = link.ended
    return {**_outcome(ended["kind"], link, ended["text"]), "detail": ended.get("detail")}
