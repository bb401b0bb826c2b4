"""What only some installations have."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from rebelote.errors import InputError


def needed(module: str, what: str) -> Any:
    """A module of the extra ``data``; raises ``InputError``, which says how to get it, where it is not installed."""
    try:
        return import_module(module)
    except ImportError:
        package = module.partition(".")[0]
        raise InputError(f"{what} needs {package}: pip install 'rebelote[data]'") from None
