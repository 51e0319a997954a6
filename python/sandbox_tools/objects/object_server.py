"""The candidate's end of a conversation in which objects have names: `Server`, and handles."""
from __future__ import annotations

import builtins
import types

from sandbox_tools.objects.handles import HandlesPeer
from sandbox_tools.objects.operations import OPERATIONS
from sandbox_tools.split.candidate import Server
from sandbox_tools.wire.codec import write
from sandbox_tools.wire.messages import MODULE, OPERATE, STOPPED, VALUE

__builtins__ = dict(vars(builtins))


class ObjectServer(Server):
    make_peer = HandlesPeer

    def is_unfit(self, value) -> bool:
        return type(value) is types.ModuleType

    def write_global(self, name: str, memo) -> list:
        value = self.names.get(name)
        return [MODULE] if type(value) is types.ModuleType else [VALUE, write(value, memo)]

    def perform(self, message):
        if message[0] == OPERATE:
            return OPERATIONS[message[1]](self.peer.objects[message[2]], *message[3])
        value = Server.perform(self, message)
        if type(value) is self.called(message[1]):
            self.peer.number(value)  # what the test makes of a class of the program's it may use as that
        return value

    def called(self, target):
        return self.peer.objects[target]

    def stopped(self, message, stop, tracked) -> tuple:
        if message[0] == OPERATE and message[1] == "next":
            return self.message(lambda memo: [STOPPED, write(stop.value, memo)], None)
        return Server.stopped(self, message, stop, tracked)
