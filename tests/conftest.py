"""Settings of the whole suite: two hypothesis profiles, and the engine on both of its feet.

The default profile is quick and draws the same examples every time. ``HYPOTHESIS_PROFILE=long``
draws many more, and others in every run.
"""

from __future__ import annotations

import os

import pytest
from hypothesis import HealthCheck, settings

from solvers import Solver, core, plain, tiny_core

_SLOW = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much]
settings.register_profile(
    "quick", max_examples=60, derandomize=True, database=None, deadline=None, suppress_health_check=_SLOW
)
settings.register_profile("long", max_examples=600, deadline=None, suppress_health_check=_SLOW, print_blob=True)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "quick"))


@pytest.fixture(scope="session")
def compiled() -> Solver:
    """The compiled core with its default table."""
    return core()


@pytest.fixture(scope="session")
def tiny() -> Solver:
    """The compiled core with a table of two entries."""
    return tiny_core()


@pytest.fixture(scope="session", params=[plain, core], ids=["reference", "core"])
def engine(request: pytest.FixtureRequest) -> Solver:
    """The plain reference and the compiled core, in turn: what is asked of one is asked of both."""
    solver: Solver = request.param()
    return solver
