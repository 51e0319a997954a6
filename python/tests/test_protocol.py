import os
import unittest

from sandbox_tools.cell.protocol import ProtocolError, encode_frame, read_frame, write_frames


class Frames(unittest.TestCase):
    def setUp(self):
        self.reading, self.writing = os.pipe()

    def tearDown(self):
        os.close(self.reading)
        if self.writing is not None:
            os.close(self.writing)

    def close_writing(self):
        os.close(self.writing)
        self.writing = None

    def test_what_is_written_is_read(self):
        value = {"a": [1, None, "ü\ud800\n"]}
        write_frames(self.writing, value)
        self.assertEqual(read_frame(self.reading), value)

    def test_several_are_read_one_by_one(self):
        write_frames(self.writing, {"a": 1}, {"b": 2})
        self.assertEqual([read_frame(self.reading), read_frame(self.reading)], [{"a": 1}, {"b": 2}])

    def test_the_end_is_none_even_inside_a_frame(self):
        os.write(self.writing, encode_frame({"a": 1})[:6])
        self.close_writing()
        self.assertIsNone(read_frame(self.reading))
        self.assertIsNone(read_frame(self.reading))

    def test_an_announced_size_is_refused_before_it_is_read(self):
        os.write(self.writing, b"\xff\xff\xff\xff")
        with self.assertRaises(ProtocolError):
            read_frame(self.reading)

    def test_what_is_not_json_is_refused(self):
        for body in (b"nonsense", b"[" * 60000):
            os.write(self.writing, len(body).to_bytes(4, "big") + body)
            with self.assertRaises(ProtocolError):
                read_frame(self.reading)


if __name__ == "__main__":
    unittest.main()
