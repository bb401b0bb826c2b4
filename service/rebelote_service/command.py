"""``rebelote serve``."""

from __future__ import annotations

import signal
from types import FrameType
from typing import Any

import click


@click.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on.")
@click.option(
    "--port", default=8000, show_default=True, type=click.IntRange(0, 65535), help="Port; 0 takes a free one."
)
@click.option(
    "--threads", default=4, show_default=True, type=click.IntRange(1, 64), help="Requests answered at a time."
)
@click.option("--nodes", type=click.IntRange(1), help="Node budget of one request.  [default: 20 million]")
@click.option(
    "--seconds",
    type=click.FloatRange(0, min_open=True),
    help="Longest time of one hint, of luck, or of a search for puzzles.  [default: 10]",
)
@click.option("--worlds", type=click.IntRange(1), help="Most deals solved for one hint or card.  [default: 20,000]")
def serve(host: str, port: int, threads: int, nodes: int | None, seconds: float | None, worlds: int | None) -> None:
    """Answer over HTTP until interrupted (Ctrl-C)."""
    # Loaded here: every other command learns of this one without paying for Flask.
    try:
        from rebelote_service.app import create_app
        from rebelote_service.config import Config
        from rebelote_service.server import Server
    except ModuleNotFoundError as error:
        raise click.ClickException(
            f"{error.name} is missing; install the extra: pip install 'rebelote[service]'"
        ) from None
    given: dict[str, Any] = {"nodes": nodes, "seconds": seconds, "hint_worlds": worlds}
    app = create_app(Config(**{name: value for name, value in given.items() if value is not None}))
    try:
        server = Server(app, host, port, threads)
    except (OSError, ValueError) as error:
        raise click.ClickException(f"cannot listen on {host} port {port}: {error}") from None

    def end(number: int, frame: FrameType | None) -> None:
        # Running searches end first, or the server would wait for them.
        app.extensions["rebelote"].stop.set()
        raise KeyboardInterrupt

    signal.signal(signal.SIGINT, end)
    signal.signal(signal.SIGTERM, end)
    click.echo(f"rebelote serves {' and '.join(server.urls)} (Ctrl-C ends it)")
    server.run()
