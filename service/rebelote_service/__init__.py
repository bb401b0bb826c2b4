"""The HTTP service: ``rebelote`` for programs that speak JSON over HTTP.

``create_app`` in ``rebelote_service.app`` makes the Flask application; ``rebelote serve``
runs it. The package imports nothing heavy by itself, so that the command line can learn
of ``serve`` without loading Flask. ``docs/http.md`` describes every address.
"""
