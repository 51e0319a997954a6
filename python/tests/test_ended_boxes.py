import os
import signal
import socket
import time
import unittest
from unittest import mock

from sandbox_tools.cell import zygote

FOR_EVER = 600
LONG_GRACE_MS = FOR_EVER * 1000


def forked(body) -> int:
    pid = os.fork()
    if pid == 0:
        try:
            body()
        finally:
            os._exit(0)
    return pid


@unittest.skipUnless(hasattr(os, "pidfd_open"), "handles of processes are Linux's")
class EndedBoxes(unittest.TestCase):
    """Processes instead of boxes; a grace so long that a test which needed it would not end."""

    def ended(self, checker, candidate) -> dict:
        maker = zygote.Zygote.__new__(zygote.Zygote)
        maker.link, other = socket.socketpair()
        living = {forked(checker): "checker", forked(candidate): "candidate"}
        try:
            return maker._watch(living)
        finally:
            maker.link.close()
            other.close()

    def test_a_killed_checker_is_told_without_waiting_for_a_busy_candidate(self):
        with mock.patch.object(zygote, "GRACE_MS", LONG_GRACE_MS):
            ended = self.ended(lambda: os.kill(os.getpid(), signal.SIGKILL), lambda: time.sleep(FOR_EVER))
        self.assertEqual([os.WTERMSIG(ended["checker"][0]), ended["checker"][2]], [signal.SIGKILL, False])
        self.assertTrue(ended["candidate"][2])

    def test_the_candidate_of_a_checker_that_ended_may_end_by_itself(self):
        with mock.patch.object(zygote, "GRACE_MS", LONG_GRACE_MS):
            ended = self.ended(lambda: None, lambda: time.sleep(0.2))
        self.assertEqual([one[2] for one in ended.values()], [False, False])

    def test_a_candidate_that_does_not_end_after_its_checker_is_killed_from_here(self):
        with mock.patch.object(zygote, "GRACE_MS", 1):
            ended = self.ended(lambda: None, lambda: time.sleep(FOR_EVER))
        self.assertTrue(ended["candidate"][2])
