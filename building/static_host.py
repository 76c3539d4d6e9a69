"""A static host as the README asks for one, on this machine alone.

`make serve` and the tests use it; it lies in dist/, too, where start.py does. So it needs nothing but Python.
"""

import functools
import http.server
import pathlib
import sys
import webbrowser

# A policy strict enough for any school's proxy: nothing inline, nothing from elsewhere.
HEADERS = {
    # data: for the worker of a sandboxed frame, which has no origin that a worker could be loaded from
    "Content-Security-Policy": "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self' data:",
    "Access-Control-Allow-Origin": "*",  # a sandboxed frame has a null origin
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
}
MIME = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".mjs": "text/javascript; charset=utf-8",
    ".json": "application/json; charset=utf-8",
    ".md": "text/markdown; charset=utf-8",
    ".py": "text/x-python; charset=utf-8",
    ".zip": "application/zip",
    ".wasm": "application/wasm",
    ".svg": "image/svg+xml",
    ".png": "image/png",
}


class Handler(http.server.SimpleHTTPRequestHandler):
    """Exact MIME types, the headers above, no caching but of v-*."""

    protocol_version = "HTTP/1.1"
    packed = False  # whether the answer at hand is
    disable_nagle_algorithm = True  # headers and body are two writes: without this the second waits 40 ms

    def send_head(self):
        """Send the compressed form of a file where it lies beside it, as hosts do that compress by themselves."""
        packed = pathlib.Path(f"{self.translate_path(self.path)}.gzipped")
        self.packed = "gzip" in self.headers.get("Accept-Encoding", "") and packed.is_file()
        try:
            return super().send_head()
        finally:
            self.packed = False

    def translate_path(self, path):
        """The file that goes out for a path."""
        return super().translate_path(path) + (".gzipped" if self.packed else "")

    def guess_type(self, path):
        """The MIME type of a file, of a compressed one what is in it."""
        name = path.removesuffix(".gzipped") if self.packed else path
        return MIME.get(pathlib.PurePath(name).suffix, super().guess_type(name))

    def end_headers(self):
        """Say that a file is compressed, if it is."""
        if self.packed:
            self.send_header("Content-Encoding", "gzip")
        super().end_headers()

    def send_response(self, code, message=None):
        """Every answer has the headers above, and how long it lasts."""
        super().send_response(code, message)
        for name, value in HEADERS.items():
            self.send_header(name, value)
        lasting = code == 200 and "/v-" in self.path.split("?")[0]  # a missing file may be there the next time
        self.send_header("Cache-Control", "public, max-age=31536000, immutable" if lasting else "no-cache")

    def log_message(self, *args):
        """Say nothing of single requests."""


class Server(http.server.ThreadingHTTPServer):
    """Serves a folder; a reader who closes the page in the middle of a download is no error."""

    def __init__(self, folder, port=0, handler=Handler):
        super().__init__(("127.0.0.1", port), functools.partial(handler, directory=str(folder)))

    def handle_error(self, request, client_address):
        """Report an error, unless the reader is gone."""
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(request, client_address)


def serve(folder, port, opens=False):
    """Serve a folder on this machine until Ctrl+C. Exits with a sentence where the port is taken."""
    try:
        server = Server(folder, port)
    except OSError as error:
        sys.exit(f"port {port} is taken ({error.strerror}): name another one, PORT=8016 make serve or --port 8016")
    address = f"http://127.0.0.1:{server.server_address[1]}/"
    print(address, flush=True)
    if opens:
        webbrowser.open(address)
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        print()
