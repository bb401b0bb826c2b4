"""The application under waitress, whose own errors become problem replies too."""

from __future__ import annotations

import logging
from typing import Any

from apiflask import APIFlask
from waitress.channel import HTTPChannel
from waitress.server import BaseWSGIServer, create_server
from waitress.task import ErrorTask
from waitress.utilities import Error

from rebelote_service.problems import MIMETYPE, body_of, render

#: A body up to this long is taken in before it is refused, so that the client, which sends
#: all of it before it listens, hears the answer. Beyond it the connection is cut.
MOST_BODY = 64 * 1024 * 1024


# That a request waits for a thread is no news on a service that is busy.
logging.getLogger("waitress.queue").setLevel(logging.ERROR)


class ProblemTask(ErrorTask):
    """The reply to what waitress itself cannot read as a request."""

    def execute(self) -> None:
        error: Error = self.request.error  # type: ignore[attr-defined]  # the stubs take the request for its error
        body = render(body_of(error.code))
        self.status = f"{error.code} {error.reason}"
        self.response_headers = [("Content-Type", MIMETYPE)]
        self.set_close_on_finish()
        self.content_length = len(body)
        self.write(body)


class ProblemChannel(HTTPChannel):
    """A connection whose errors are problem replies."""

    error_task_class = ProblemTask


class Server:
    """A server that listens from its making on; ``run`` answers until it is interrupted.

    Port 0 takes any free one. Raises ``OSError`` when the address cannot be had, ``ValueError``
    when it is none.
    """

    def __init__(self, app: APIFlask, host: str, port: int, threads: int) -> None:
        sockets: dict[int, Any] = {}
        # That a client has gone is noticed only while the server reads on, one request ahead.
        self._waitress = create_server(
            app, map=sockets, host=host, port=port, threads=threads, max_request_body_size=MOST_BODY, ident="rebelote",
            channel_request_lookahead=1,
        )  # fmt: skip
        # A name such as localhost may stand for several addresses, each with a socket of its own.
        self._listeners = [item for item in sockets.values() if isinstance(item, BaseWSGIServer)]
        for listener in self._listeners:
            listener.channel_class = ProblemChannel

    @property
    def urls(self) -> list[str]:
        """Where the server can be reached."""
        names = [listener.socket.getsockname()[:2] for listener in self._listeners if listener.socket]
        return [f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}" for host, port in names]

    def run(self) -> None:
        """Answer until ``KeyboardInterrupt`` or ``SystemExit``; running requests are waited for."""
        self._waitress.run()
