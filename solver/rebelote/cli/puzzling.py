"""``puzzle``: positions with one way to do it; searched for, shown, verified."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from itertools import chain
from typing import Any

import click

import rebelote
from rebelote import RulesError, UnknownPuzzle
from rebelote.batch import sources
from rebelote.cli.options import examples, paper
from rebelote.cli.puzzlebar import Tally
from rebelote.cli.puzzlechecks import verify_inputs
from rebelote.cli.puzzlefiles import Begun, PuzzleFile, begun, check_output
from rebelote.cli.puzzlehunts import GivenDeals, Hunt, RandomDeals, collected
from rebelote.cli.puzzleoptions import Grouped, Mode, check_options, mode_of, options
from rebelote.cli.puzzleoutlets import Outlets
from rebelote.cli.puzzleruns import Run
from rebelote.cli.puzzletries import try_puzzle
from rebelote.cli.puzzlewanted import Wanted
from rebelote.rules import strain_of
