"""Hosts that behave otherwise than `make serve`, and lines that do."""

import http.server

import build


class Silent(http.server.SimpleHTTPRequestHandler):
    """A host that sends no header of ours."""

    def log_message(self, *args):
        pass


class WithoutCors(build.Handler):
    """A host that lets no other origin read."""

    def send_header(self, name, value):
        if name != "Access-Control-Allow-Origin":
            super().send_header(name, value)


class Uncompressing(build.Handler):
    """A host that sends every file as it lies there."""

    def send_head(self):
        del self.headers["Accept-Encoding"]
        return super().send_head()
