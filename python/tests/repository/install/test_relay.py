import json
import os
import struct
import threading
import unittest
import urllib.error
import urllib.request
from concurrent.futures import ThreadPoolExecutor

from repository.install.relay import Relay, encode_frame, read_exactly


class RelayTest(unittest.TestCase):
    """The host is played by a thread that answers by path."""

    def setUp(self):
        self.host_read, box_write = os.pipe()
        box_read, self.host_write = os.pipe()
        self.seen = []
        self.relay = Relay(box_read, box_write).start()
        self.lock = threading.Lock()
        self.url = f"http://127.0.0.1:{self.relay.port}"
        self.addCleanup(self.relay.stop)

    def host(self, answer):
        def serve():
            while True:
                start = read_exactly(self.host_read, 4, first=True)
                if not start:
                    return
                frame = read_exactly(self.host_read, struct.unpack(">I", start)[0])
                head = json.loads(frame[4:])
                self.seen.append(head)
                if head["kind"] == "request":
                    threading.Thread(target=answer, args=(head,), daemon=True).start()

        threading.Thread(target=serve, daemon=True).start()

    def send(self, head, body=b""):
        with self.lock:
            os.write(self.host_write, encode_frame(head, body)) if len(body) < 60000 else self.send_all(encode_frame(head, body))

    def send_all(self, data):
        view = memoryview(data)
        while view:
            view = view[os.write(self.host_write, view):]

    def get(self, path, **headers):
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        return opener.open(urllib.request.Request(self.url + path, headers=headers), timeout=10)

    def test_answers_come_in_any_order_and_in_pieces(self):
        def answer(head):
            body = head["path"].encode() * 9000
            self.send({"id": head["id"], "kind": "response", "status": 200, "headers": {"content-length": str(len(body)), "x": "a"}})
            for start in range(0, len(body), 4096):
                self.send({"id": head["id"], "kind": "data"}, body[start:start + 4096])
            self.send({"id": head["id"], "kind": "end"})

        self.host(answer)
        with ThreadPoolExecutor(20) as pool:
            paths = [f"/simple/name-{n}/" for n in range(40)]
            self.assertEqual(list(pool.map(lambda path: self.get(path).read(), paths)), [path.encode() * 9000 for path in paths])

    def test_only_what_a_request_needs_crosses(self):
        self.host(lambda head: (self.send({"id": head["id"], "kind": "response", "status": 404, "headers": {}}), self.send({"id": head["id"], "kind": "end"})))
        with self.assertRaises(urllib.error.HTTPError) as caught:
            self.get("/simple/x/", Accept="a/b", Authorization="secret", Cookie="c")
        self.assertEqual(caught.exception.code, 404)
        self.assertEqual(sorted(self.seen[0]["headers"]), ["accept", "user-agent"])

    def test_a_host_that_goes_away_or_talks_nonsense_is_503(self):
        for nonsense in (struct.pack(">I", 2**31) + b"x", struct.pack(">I", 2) + b"[]", b""):
            with self.subTest(nonsense=nonsense):
                host_read, box_write = os.pipe()
                box_read, host_write = os.pipe()
                relay = Relay(box_read, box_write).start()

                def answer():
                    os.read(host_read, 65536)
                    os.write(host_write, nonsense)
                    os.close(host_write)

                threading.Thread(target=answer, daemon=True).start()
                with self.assertRaises(urllib.error.HTTPError) as caught:
                    urllib.request.build_opener(urllib.request.ProxyHandler({})).open(f"http://127.0.0.1:{relay.port}/simple/x/", timeout=10)
                self.assertEqual(caught.exception.code, 503)
                relay.stop()


if __name__ == "__main__":
    unittest.main()
