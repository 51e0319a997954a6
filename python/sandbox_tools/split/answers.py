"""Many calls of one function of the program's, asked at once and heard one after another: at `data` alone.

What a program is asked says nothing of what is expected of it. It may be some calls ahead of the verdict, is told of
none, and what it answers after a failure nobody hears. A call that hangs, ends its box or fills its memory hides no
answer to the calls before it: each was sent by itself.
"""
from __future__ import annotations

import builtins
import copy

from sandbox_tools.split.candidate_link import CandidateLink
from sandbox_tools.split.checker_peer import ProgramFunction, asked_of
from sandbox_tools.wire.channel import to_text
from sandbox_tools.wire.codec import Knot, Memo, write_items
from sandbox_tools.wire.messages import CALL_ALL

__builtins__ = dict(vars(builtins))

#: So many calls a program that fails may be asked in vain; and of so many characters, where there are several.
AT_ONCE = 100
MOST_TEXT = 1 << 20


def answers(function, lists):
    """What `function` answers to each of these lists of arguments, which it never changes, or raises."""
    link, number = asked_of(function) if type(function) is ProgramFunction else (None, None)
    at_once = type(link) is CandidateLink and not link.exported  # else it may call the test while it is asked
    done = 0
    while done < len(lists):
        some = lists[done:done + AT_ONCE]
        request = _request(link, number, some) if at_once else None
        if request is None:
            yield function(*copy.deepcopy(lists[done]))
            done += 1
        else:
            for answer in _heard(link, request, len(some)):
                yield answer
                done += 1


def _request(link, number, lists):
    """(text, bytes) of one message; None: arguments that only messages of their own can carry."""
    memo = Memo(link)
    try:
        text = to_text((CALL_ALL, number, [write_items(args, memo) for args in lists]))
    except (Knot, RecursionError):
        return None
    return (text, memo.blobs) if len(text) + memo.size <= MOST_TEXT else None


def _heard(link, request, count):
    """As many of the answers as nobody else of this test has made the link pass over."""
    text, blobs = request
    link.uses += 1
    answer = link.exchange(text, None, blobs, count)
    asked = link.requests
    for _ in range(count - 1):
        yield answer
        if link.requests != asked:
            return
        link.uses += 1
        answer = link.exchange(None, None)
    yield answer
