import os
import socket
import unittest

from sandbox_tools.box.record import LARGEST_RECORD, NONCE_BYTES, RecordSender, parse_records

NONCE = bytes(range(NONCE_BYTES))


class Records(unittest.TestCase):
    def said_by(self, act, nonce=NONCE):
        """What is read after a forked process has run `act(sender, fd)`."""
        reading, writing = os.pipe()
        pid = os.fork()
        if pid == 0:
            try:
                act(RecordSender(os.dup(writing), nonce), writing)
            finally:
                os._exit(0)
        os.close(writing)
        os.waitpid(pid, 0)
        with open(reading, "rb") as file:
            return parse_records(file.read(), NONCE)

    def test_the_kind_and_the_texts_arrive(self):
        def act(sender, _):
            sender.send({"kind": "failed"})
            sender.send({"error": "E", "actual": "1"})

        self.assertEqual(
            self.said_by(act),
            {"recorded": "failed", "error": "E", "actual": "1", "case": None, "marks": None, "told": None,
             "handles": False, "tampered": False},
        )

    def test_that_handles_were_used_is_taken_when_it_is_said_plainly(self):
        for said, taken in ((True, True), (False, False), (1, False), ("yes", False)):
            self.assertIs(self.said_by(lambda sender, _: sender.send({"handles": said}))["handles"], taken)

    def test_only_known_details_are_taken(self):
        for detail, told in (("disk", None), ("checker", "checker"), ("not-data", "not-data"), ("processes", None), (["checker"], None)):
            self.assertEqual(self.said_by(lambda sender, _: sender.send({"detail": detail}))["told"], told)

    def test_a_record_as_long_as_they_come_waits_for_no_reader(self):
        mine, theirs = socket.socketpair()
        text = "\u4e2d" * (LARGEST_RECORD // 6 - 100)
        with mine, theirs:
            mine.setblocking(False)
            theirs.settimeout(5)
            RecordSender(os.dup(theirs.fileno()), NONCE).send({"kind": "failed", "error": text})
            said = parse_records(os.read(mine.fileno(), LARGEST_RECORD), NONCE)
        self.assertEqual((said["recorded"], said["error"]), ("failed", text))

    def test_the_first_kind_stands(self):
        def act(sender, _):
            sender.send({"kind": "failed"})
            sender.send({"kind": "passed"})

        self.assertEqual(self.said_by(act)["recorded"], "failed")

    def test_only_the_first_record_can_say_that_the_test_is_broken(self):
        def act(kinds):
            return lambda sender, _: [sender.send({"kind": kind}) for kind in kinds]

        self.assertEqual(self.said_by(act(["failed", "broken-test"]))["recorded"], "failed")
        self.assertEqual(self.said_by(act(["broken-test", "passed"]))["recorded"], "broken-test")
        self.assertIsNone(self.said_by(act(["broken-test"]), nonce=bytes(NONCE_BYTES))["recorded"])

    def test_a_kind_nobody_knows_is_none(self):
        self.assertIsNone(self.said_by(lambda sender, _: sender.send({"kind": "solved"}))["recorded"])
        self.assertTrue(self.said_by(lambda sender, _: sender.send({"kind": ["passed"]}))["recorded"] is None)

    def test_without_the_nonce_it_is_tampering(self):
        def act(sender, _):
            sender.send({"kind": "passed"})

        said = self.said_by(act, nonce=bytes(NONCE_BYTES))
        self.assertEqual((said["recorded"], said["tampered"]), (None, True))

    def test_a_record_that_is_cut_off_does_not_count(self):
        self.assertIsNone(parse_records(NONCE + b"\0\0\0\x09{", NONCE)["recorded"])
        self.assertIsNone(parse_records(NONCE[:5], NONCE)["recorded"])

    def test_what_is_no_json_object_is_tampering(self):
        for body in (b"passed", b'"passed"', b"[" * 5000):
            said = parse_records(NONCE + len(body).to_bytes(4, "big") + body, NONCE)
            self.assertEqual((said["recorded"], said["tampered"]), (None, True))

    def test_a_forked_child_has_lost_the_descriptor(self):
        def act(sender, writing):
            os.close(writing)
            if os.fork() == 0:
                try:
                    sender.send({"kind": "passed"})
                finally:
                    os._exit(0)
            os.wait()

        said = self.said_by(act)
        self.assertEqual((said["recorded"], said["tampered"]), (None, False))


if __name__ == "__main__":
    unittest.main()
