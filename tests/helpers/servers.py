"""Hosts that behave otherwise than `make serve`, and lines that do."""

import http.server
import threading
import time

from building import static_host


class Silent(http.server.SimpleHTTPRequestHandler):
    """A host that sends no header of ours."""

    def log_message(self, *args):
        pass


class WithoutCors(static_host.Handler):
    """A host that lets no other origin read."""

    def send_header(self, name, value):
        if name != "Access-Control-Allow-Origin":
            super().send_header(name, value)


class Uncompressing(static_host.Handler):
    """A host that sends every file as it lies there."""

    def send_head(self):
        del self.headers["Accept-Encoding"]
        return super().send_head()


def counting(asked):
    """A host that lists what it was asked for, and when: (path, seconds since the epoch).

    No cache keeps a request from it.
    """
    class Handler(static_host.Handler):
        def do_GET(self):
            asked.append((self.path, time.time()))
            super().do_GET()

        def send_header(self, name, value):
            super().send_header(name, "no-store" if name == "Cache-Control" else value)

    return Handler


def of_the_runtime(asked, part=""):
    """What of it was one of Python's own files."""
    return [(path, at) for path, at in asked if "/runtime/" in path and part in path]


class Trouble:
    """What a line can do to the runtime's files, packed or not: lack, cut or scramble some, hold some until let go."""

    def __init__(self):
        self.missing, self.damaged, self.scrambled, self.held = set(), set(), set(), set()
        self.free = threading.Event()

    @staticmethod
    def meets(names, path):
        return path.split("/")[-1].removesuffix(".gzipped") in {name.removesuffix(".gzipped") for name in names}


def behind(trouble, folder):
    """A host of the folder behind such a line."""
    class Handler(static_host.Handler):
        def do_GET(self):
            if trouble.meets(trouble.missing, self.path):
                self.send_error(404)
            elif trouble.meets(trouble.damaged, self.path):
                self._send(b"PK\x03\x04")
            elif trouble.meets(trouble.scrambled, self.path):
                content = (folder / self.path.lstrip("/")).read_bytes()
                self._send(content[:len(content) // 2].ljust(len(content), b"\0"))
            else:
                if trouble.meets(trouble.held, self.path):
                    trouble.free.wait(60)
                super().do_GET()

        def _send(self, content):
            self.send_response(200)
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

    return Handler
