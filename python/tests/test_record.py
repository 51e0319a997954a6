import os
import unittest

from sandbox_tools.record import NONCE_BYTES, RecordReceiver, RecordSender


class Records(unittest.TestCase):
    def said_by(self, act, sender=None):
        """What the receiver takes from a forked process that runs `act(receiver)`."""
        receiver = RecordReceiver()
        pid = os.fork()
        if pid == 0:
            try:
                act(receiver)
            finally:
                os._exit(0)
        os.waitpid(pid, 0)
        try:
            return receiver.read(pid if sender is None else sender)
        finally:
            receiver.close()

    def test_the_kind_and_the_texts_arrive(self):
        def act(receiver):
            sender = RecordSender(receiver)
            sender.send_kind("failed")
            sender.send_texts({"error": "E", "actual": "1"})

        said = self.said_by(act)
        self.assertEqual(said, {"recorded": "failed", "error": "E", "actual": "1", "tampered": False})

    def test_the_first_kind_stands(self):
        def act(receiver):
            sender = RecordSender(receiver)
            sender.send_kind("failed")
            sender.send_kind("passed")

        self.assertEqual(self.said_by(act)["recorded"], "failed")

    def test_without_the_nonce_it_is_tampering(self):
        def act(receiver):
            receiver.candidate_end.send(b"\0" * NONCE_BYTES + b"passed")

        said = self.said_by(act)
        self.assertEqual((said["recorded"], said["tampered"]), (None, True))

    def test_another_process_cannot_record_even_with_the_nonce(self):
        def act(receiver):
            receiver.candidate_end.send(receiver.nonce + b"passed")

        said = self.said_by(act, sender=os.getpid())
        self.assertEqual((said["recorded"], said["tampered"]), (None, True))

    def test_a_forked_child_has_lost_the_descriptor(self):
        def act(receiver):
            sender = RecordSender(receiver)
            if os.fork() == 0:
                try:
                    sender.send_kind("passed")
                finally:
                    os._exit(0)
            os.wait()

        said = self.said_by(act)
        self.assertEqual((said["recorded"], said["tampered"]), (None, False))


if __name__ == "__main__":
    unittest.main()
