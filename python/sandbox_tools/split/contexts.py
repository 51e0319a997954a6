"""Context managers of the program's: which of a test's errors they may swallow."""
from __future__ import annotations

import builtins
import opcode
import sys

from sandbox_tools.split.proxies import is_opaque

__builtins__ = dict(vars(builtins))

_WITH = frozenset(opcode.opmap[name] for name in ("SETUP_WITH", "BEFORE_WITH") if name in opcode.opmap)
_POP = opcode.opmap["POP_TOP"]
_RAISE = opcode.opmap["RAISE_VARARGS"]


def _gives_nothing(frame) -> bool:
    """Whether the `with` that is being entered has no `as`."""
    code, place = frame.f_code.co_code, frame.f_lasti
    return place >= 0 and code[place] in _WITH and code[place + 2] == _POP


def enter(self):
    link = self._espalier_link
    entered = link.operate("enter", self._espalier_number, ())
    link.entered[id(self)] = link.uses if _gives_nothing(sys._getframe(1)) else None
    return entered


def leave(self, kind, error, trace):
    """The program is always told; it decides only about errors that the test makes on purpose. One of its own would
    let it end a block before the block's assertion."""
    link = self._espalier_link
    apart = link.entered.pop(id(self), None) == link.uses
    swallow = link.operate("exit", self._espalier_number, (kind, error, None))
    if error is None or id(error) in link.remote_errors or not _is_intended(error, trace, apart):
        return False
    return is_opaque(swallow) or bool(swallow)


def _is_intended(error, trace, apart) -> bool:
    """Raised by a `raise` in the block itself, or `apart`: in a block that had nothing to do with the program."""
    if issubclass(type(error), AssertionError):
        return False
    return apart or trace.tb_next is None and trace.tb_frame.f_code.co_code[trace.tb_lasti] == _RAISE
