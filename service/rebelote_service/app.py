"""The Flask application, put together."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

from apiflask import APIFlask
from flask.json.provider import DefaultJSONProvider

import rebelote
from rebelote import StopFlag
from rebelote_service import problems
from rebelote_service.answering import Service
from rebelote_service.config import Config
from rebelote_service.openapi import describe
from rebelote_service.routes import api

_ABOUT = """Exact open-hand values, hints and post-mortems for the Belote family of card games.
In open-hand values everybody sees all cards and the other side never errs."""


def create_app(config: Config | None = None) -> APIFlask:
    """A new application, independent of any other; ``config`` defaults to ``Config()``.

    ``app.extensions["rebelote"].stop`` is a flag that ends all its running searches.
    """
    config = config or Config()
    # No page of documentation: APIFlask's would load its scripts from other people's servers.
    app = APIFlask(__name__, title="rebelote", version=rebelote.__version__, docs_path=None, json_errors=False)
    app.description = _ABOUT
    # The address that the first caller used is not to be handed to all later ones.
    app.config["AUTO_SERVERS"] = False
    app.config["MAX_CONTENT_LENGTH"] = config.body_bytes
    # Replies keep the order of their keys.
    assert isinstance(app.json, DefaultJSONProvider)
    app.json.sort_keys = False
    pool, single = (ThreadPoolExecutor(threads, thread_name_prefix="rebelote") for threads in (config.threads, 1))
    app.extensions["rebelote"] = Service(config, StopFlag(), pool, single)
    app.spec_processor(describe)
    problems.register(app)
    app.register_blueprint(api)
    return app
