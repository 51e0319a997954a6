import unittest

from repository_cell.job_frames import Frames, MalformedFrame, error_told, file_name


def frame(kind, body):
    return kind + len(body).to_bytes(4, "big") + body


class Said(unittest.TestCase):
    def test_frames_are_whole_however_their_bytes_arrive(self):
        data = frame(b"r", b"{}") + frame(b"F", b"name") + frame(b"c", b"")
        whole = [(b"r", b"{}"), (b"F", b"name"), (b"c", b"")]
        self.assertEqual(list(Frames().push(data)), whole)
        frames, heard = Frames(), []
        for at in range(len(data)):
            heard += frames.push(data[at:at + 1])
        self.assertEqual(heard, whole)

    def test_an_unknown_kind_or_a_body_that_is_too_large_is_no_frame(self):
        for data in (b"nonsense", b"\0\0\0\0\0", b"r\xff\xff\xff\xff", b"c\0\0\0\1", b"F\0\0\1\0"):
            with self.assertRaises(MalformedFrame):
                list(Frames().push(data))

    def test_a_name_is_of_a_file_in_no_folder(self):
        self.assertEqual(file_name("é.tar".encode()), "é.tar")
        for body in (b"", b".", b"..", b"a/b", b"a\\b", b"a\n", b"\xff", b"/etc"):
            with self.assertRaises(MalformedFrame):
                file_name(body)

    def test_an_error_is_two_texts_of_bounded_size(self):
        told = error_told(b'{"type":"t","message":"%s","memory":true}' % (b"m" * 9_000))
        self.assertEqual((told["error"]["type"], len(told["error"]["message"]), told["memory"]), ("t", 4_000, True))
        for body in (b"", b"[]", b"{}", b'{"type":1,"message":"m"}', b"[" * 50_000):
            with self.assertRaises(MalformedFrame):
                error_told(body)


if __name__ == "__main__":
    unittest.main()
