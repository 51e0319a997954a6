"""A small index on the loopback address (PEP 691), with wheels made for the test: no network, no file of others."""
import hashlib
import http.server
import io
import json
import threading
import zipfile


def wheel(name, version, files, requires=(), extras=()):
    """The bytes of a pure wheel; files: {path: text}."""
    info = f"{name}-{version}.dist-info"
    head = f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n" + "".join(f"Requires-Dist: {r}\n" for r in requires) + "".join(f"Provides-Extra: {e}\n" for e in extras)
    files = {**files, f"{info}/METADATA": head, f"{info}/WHEEL": "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n"}
    files[f"{info}/RECORD"] = "".join(f"{path},,\n" for path in [*files, f"{info}/RECORD"])
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for path, text in files.items():
            archive.writestr(zipfile.ZipInfo(path), text)
    return out.getvalue()


class FakeIndex:
    """distributions: {name: [(version, wheel bytes)]}"""

    def __init__(self, distributions, upload="2015-01-01T00:00:00Z"):
        index = self
        self.asked = []

        class Handler(http.server.BaseHTTPRequestHandler):
            def log_message(self, *_):
                pass

            def do_GET(self):
                index.asked.append(self.path)
                parts = self.path.strip("/").split("/")
                if parts[0] == "simple" and parts[-1] in distributions:
                    name = parts[-1]
                    files = [{"filename": f"{name.replace('-', '_')}-{v}-py3-none-any.whl", "url": f"../../files/{name}/{v}/{name.replace('-', '_')}-{v}-py3-none-any.whl",
                              "hashes": {"sha256": hashlib.sha256(data).hexdigest()}, "upload-time": upload} for v, data in distributions[name]]
                    self.give(200, json.dumps({"meta": {"api-version": "1.1"}, "name": name, "files": files}).encode(), "application/vnd.pypi.simple.v1+json")
                elif parts[0] == "files":
                    self.give(200, dict(distributions[parts[1]])[parts[2]], "application/octet-stream")
                else:
                    self.give(404, b"none", "text/plain")

            def give(self, status, data, kind):
                self.send_response(status)
                self.send_header("content-type", kind)
                self.send_header("content-length", str(len(data)))
                self.end_headers()
                if self.command == "GET":
                    self.wfile.write(data)

            do_HEAD = do_GET

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_address[1]}/simple/"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def close(self):
        self.server.shutdown()
        self.server.server_close()
