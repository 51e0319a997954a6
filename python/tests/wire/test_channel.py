import os
import socket
import threading
import unittest

from sandbox_tools.wire.channel import (
    LARGEST_FRAME,
    BadFrame,
    Frames,
    PeerGone,
    TooLarge,
    from_text,
    receive,
    send,
    to_text,
)


class Sent(unittest.TestCase):
    def setUp(self):
        self.left, self.right = socket.socketpair()

    def tearDown(self):
        self.left.close()
        self.right.close()

    def received(self, text, blobs=()):
        sender = threading.Thread(target=send, args=(self.left.fileno(), text, blobs))
        sender.start()
        try:
            return receive(self.right.fileno())
        finally:
            sender.join()

    def test_short_long_and_odd_texts_arrive(self):
        for text in ("", "[1]", "x" * 65531, "x" * 65532, "x" * 65533, "x" * 3_000_000, '"\ud800\U0001f600"'):
            self.assertEqual(self.received(text), (text, None))

    def test_bytes_arrive_behind_the_text(self):
        for blobs in ([b"abc", b"\xff"], [bytes(1_000_000)]):
            text, data = self.received("[1]", blobs)
            self.assertEqual((text, bytes(data)), ("[1]", b"".join(blobs)))

    def test_the_end_is_told_even_inside_a_frame(self):
        os.write(self.left.fileno(), b"\0\0\0\x09abc")
        self.left.close()
        for _ in range(2):
            with self.assertRaises(PeerGone):
                receive(self.right.fileno())

    def test_an_announced_size_is_refused_before_it_is_read(self):
        for head in (b"\x7f\xff\xff\xff", b"\xff\xff\xff\xff", (LARGEST_FRAME + 1).to_bytes(4, "big")):
            os.write(self.left.fileno(), head)
            with self.assertRaises(BadFrame):
                receive(self.right.fileno())

    def test_more_than_one_frame_at_once_is_refused(self):
        os.write(self.left.fileno(), b"\0\0\0\x011\0\0\0\x012")
        with self.assertRaises(BadFrame):
            receive(self.right.fileno())

    def test_a_text_longer_than_its_frame_is_refused(self):
        os.write(self.left.fileno(), b"\x80\0\0\x05\0\0\0\x09x")
        with self.assertRaises(BadFrame):
            receive(self.right.fileno())

    def test_what_is_too_large_is_not_sent_at_all(self):
        with self.assertRaises(TooLarge):
            send(self.left.fileno(), "x" * (LARGEST_FRAME + 1))
        self.assertEqual(self.received("[2]")[0], "[2]")

    def test_what_is_not_json_is_refused(self):
        for text in ("", "nonsense", "[1]]", "[" * 200_000, "{", '{"a"}', "9" * 5000, "[1] x"):
            with self.subTest(text=text[:20]), self.assertRaises(BadFrame):
                from_text(text)

    def test_deep_values_have_a_text(self):
        value = []
        for _ in range(1200):
            value = [value]
        self.assertEqual(to_text(from_text(to_text(value))), to_text(value))


class OneAfterAnother(unittest.TestCase):
    def setUp(self):
        self.left, self.right = socket.socketpair()
        self.frames = Frames(self.right.fileno())
        self.addCleanup(self.right.close)
        self.addCleanup(self.left.close)

    def test_frames_that_come_in_one_read_are_told_apart(self):
        self.left.sendall(b"\0\0\0\x01a\0\0\0\0\0\0\0\x02bc")
        self.assertEqual([self.frames() for _ in range(3)], [("a", None), ("", None), ("bc", None)])
        self.frames.demand_end()

    def test_a_frame_that_comes_in_pieces_is_one(self):
        text = "x" * 300_000
        sender = threading.Thread(target=send, args=(self.left.fileno(), text, (b"12",)))
        self.left.sendall(b"\0\0\0\x01a\0\0")
        self.left.sendall(b"\0\x01b")
        sender.start()
        self.assertEqual([self.frames()[0] for _ in range(2)], ["a", "b"])
        said, data = self.frames()
        sender.join()
        self.assertEqual((said, bytes(data)), (text, b"12"))

    def test_more_than_was_taken_is_told(self):
        self.left.sendall(b"\0\0\0\x01a\0")
        self.frames()
        with self.assertRaises(BadFrame):
            self.frames.demand_end()

    def test_one_that_is_too_large_or_cut_off(self):
        self.left.sendall((LARGEST_FRAME + 1).to_bytes(4, "big"))
        with self.assertRaises(BadFrame):
            self.frames()
        self.left.sendall(b"\0\0\0\x09a")
        self.left.shutdown(socket.SHUT_WR)
        with self.assertRaises(PeerGone):
            self.frames()


if __name__ == "__main__":
    unittest.main()
