"""The live page of an event: the report, served on loopback and renewed while games run (`tianyuan tournament watch`).

Reads the database beside whoever writes it. Answers `/`, `/version` and nothing else; it takes no input, and refuses
requests that name another host, so that no web page elsewhere can read it.
"""

from __future__ import annotations

import contextlib
import errno
import sys
import threading
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from engine.errors import EventError, TianyuanError
from engine.tournament.ratings import Played, bradley_terry
from engine.tournament.report import html_report
from engine.tournament.report_data import records_of
from engine.tournament.venue import Venue

LOOPBACK = "127.0.0.1"


class Page:
    """The report of a folder, made anew when the database has changed."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._lock = threading.Lock()
        self._made: tuple[str, bytes] | None = None

    def version(self) -> str:
        """Return a mark that changes with every row of the log and every game stored."""
        with Venue.read(self._folder) as venue:
            return self._version(venue)

    @staticmethod
    def _version(venue: Venue) -> str:
        notes, results = venue.store.notes(), venue.store.results()
        return f"{len(notes)}.{len(results)}.{sum(result.corrected for result in results)}"

    def html(self) -> bytes:
        """Return the page as it stands."""
        with self._lock, Venue.read(self._folder) as venue:
            version = self._version(venue)
            if self._made is None or self._made[0] != version:
                records = records_of(venue)
                self._made = (version, html_report(venue.director.state, records, live=True).encode())
            return self._made[1]


class Handler(BaseHTTPRequestHandler):
    """Two addresses, read only."""

    page: Page
    server_version = "tianyuan"
    sys_version = ""

    def do_GET(self) -> None:
        """Answer a request for the page or its version."""
        host = self.headers.get("Host", "").rpartition(":")[0] or self.headers.get("Host", "")
        if host not in (LOOPBACK, "localhost", "[::1]"):
            self.send_error(HTTPStatus.FORBIDDEN, "this page is for this machine only")
            return
        try:
            if self.path == "/":
                self._answer(self.page.html(), "text/html; charset=utf-8")
            elif self.path == "/version":
                self._answer(self.page.version().encode(), "text/plain; charset=utf-8")
            else:
                self.send_error(HTTPStatus.NOT_FOUND)
        except TianyuanError as error:
            self.send_error(HTTPStatus.INTERNAL_SERVER_ERROR, str(error).splitlines()[0])

    def _answer(self, body: bytes, kind: str) -> None:
        self.send_response(HTTPStatus.OK)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Cache-Control", "no-store")
        self.send_header("X-Content-Type-Options", "nosniff")
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing: the terminal belongs to the organiser."""


class Server(ThreadingHTTPServer):
    """A server whose clients may leave in the middle of an answer: a reader who closes the tab is no fault."""

    daemon_threads = True

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Pass over a client that has gone; anything else is told as usual."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)


def serve(folder: Path, port: int = 0) -> ThreadingHTTPServer:
    """Return a server of an event's live page on loopback, ready for `serve_forever`, the page made already.

    Making the first page loads what tables and ratings need, which takes seconds: better here than at the first click.
    Port 0 takes a free one. Raises StoreError or EventError where the folder holds no tournament, EventError for a
    number that is no port, and for a port that cannot be had.
    """
    if not 0 <= port <= 65535:
        raise EventError(f"port {port}: 0 to 65535")
    page = Page(folder)
    handler = type("EventHandler", (Handler,), {"page": page})
    try:
        server = Server((LOOPBACK, port), handler)
    except OSError as error:
        why = "in use already" if error.errno == errno.EADDRINUSE else error.strerror
        raise EventError(f"port {port}: {why}; choose another, or leave --port out") from None
    try:
        with contextlib.suppress(EventError):  # without the extra the report goes without ratings
            bradley_terry([Played("one", "other", 1)])
        page.html()
    except BaseException:
        server.server_close()
        raise
    return server
