"""What the queries about puzzles may say, and the body that asks for new ones."""

from __future__ import annotations

from collections.abc import Callable, Collection
from secrets import randbelow
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BeforeValidator, Field
from pydantic_core import PydanticCustomError

import rebelote
from rebelote import VARIANTS
from rebelote.errors import brief
from rebelote_service.schemas.queries import MOST_GOAL, MOST_SECONDS, Query
from rebelote_service.schemas.shapes import Options, Shape, Trump, Variant

#: So many puzzles come in one reply at most: of the collection, and of new ones.
MOST_LISTED, MOST_MADE = 100, 20
#: No hand has more cards.
MOST_TRICKS = 9

Lang = Annotated[Literal["en", "fr", "ru", "uk"], Field(description="the language of the words")]
Solved = Annotated[bool, Field(description="whole puzzles, with solution and proof")]
GoalName = Literal["points", "sweep", "trick", "no_trick", "last_trick", "contract"]
Form = Literal["open", "hand"]
Grade = Annotated[int, Field(ge=1, le=5)]
Tricks = Annotated[int, Field(ge=1, le=MOST_TRICKS)]


class _Known:
    """Names of which there are only some: all of them stand in the fault of another one, and in the description."""

    def __init__(self, what: str, names: Callable[[], Collection[str]]) -> None:
        self._what, self._names = what, names

    def check(self, name: str) -> str:
        if name in self._names():
            return name
        told = {"what": self._what, "name": brief(name), "names": ", ".join(self._names())}
        raise PydanticCustomError("unknown_name", "there is no {what} {name}; there are {names}", told)

    def describe(self, schema: dict[str, Any]) -> None:
        schema["enum"] = list(self._names())


#: Themes are asked for when they are needed: the library loads its puzzles only then.
_GAMES, _THEMES = _Known("game", lambda: VARIANTS), _Known("theme", lambda: rebelote.THEMES)
KnownVariant = Annotated[str, AfterValidator(_GAMES.check), Field(json_schema_extra=_GAMES.describe)]
Theme = Annotated[str, AfterValidator(_THEMES.check), Field(json_schema_extra=_THEMES.describe)]


def _or_one(kind: Any) -> BeforeValidator:
    """For a list of ``kind`` of which a single one may stand alone."""
    return BeforeValidator(lambda value: value if isinstance(value, list) else [value], json_schema_input_type=kind)


class PuzzlesQuery(Query):
    """Which puzzles of the collection."""

    variant: Annotated[KnownVariant | None, Field(description="only of this game")] = None
    players: Annotated[int | None, Field(ge=2, le=4, description="only for so many players")] = None
    theme: Annotated[Theme | None, Field(description="only with this theme")] = None
    grade: Annotated[Grade | None, Field(description="only of this grade, 1 easy to 5 hard")] = None
    goal: Annotated[
        GoalName | None, Field(description="only with a goal of this kind; contract: a contract hangs on it")
    ] = None
    form: Annotated[Form | None, Field(description="open: all hands are seen; hand: only the one on turn")] = None
    tricks: Annotated[Tricks | None, Field(description="only with so many tricks left")] = None
    limit: Annotated[int, Field(ge=1, le=MOST_LISTED, description="so many at most in one reply")] = 20
    offset: Annotated[int, Field(ge=0, lt=1 << 31, description="leave out so many first")] = 0
    solution: Solved = False
    lang: Lang = "en"

    def asked(self) -> dict[str, Any]:
        """The filters that are set."""
        filters = ("variant", "players", "theme", "grade", "goal", "form", "tricks")
        return {name: getattr(self, name) for name in filters if getattr(self, name) is not None}


class PuzzleQuery(Query):
    """How one puzzle is told."""

    solution: Solved = False
    format: Annotated[Literal["json", "html"], Field(description="data, or a page to print")] = "json"
    lang: Lang = "en"


class GenerateQuery(Query):
    """How long new puzzles are looked for, and how they are told."""

    seconds: Annotated[
        float | None, Field(gt=0, le=MOST_SECONDS, description="time limit, when shorter than the service's own")
    ] = None
    solution: Solved = False
    stream: Annotated[bool, Field(description="a puzzle a line as soon as it is found")] = False
    lang: Lang = "en"


class TryBody(Shape):
    """A card, and every card played since the puzzle's position, as the last reply gave them."""

    card: Annotated[str, Field(description="the card that is tried")]
    played: Annotated[str | list[str] | None, Field(description="one text, 7H TD, or a list")] = None


class GenerateBody(Shape):
    """Which puzzles are wanted: a game, and what else is asked of it."""

    variant: Variant
    players: Annotated[int | None, Field(ge=2, le=4, description="left out, any number that the game is for")] = None
    trump: Annotated[Trump | None, Field(description="left out, any that the game has")] = None
    misere: bool = False
    options: Options | None = None
    tricks: Annotated[
        list[Tricks],
        Field(min_length=1, max_length=2, description="tricks left: a number, or from and to"),
        _or_one(Tricks | list[Tricks]),
    ] = Field(default=[4, 6])
    count: Annotated[int, Field(ge=1, le=MOST_MADE, description="how many")] = 1
    seed: Annotated[int, Field(ge=0, lt=1 << 53, description="which deals are looked through; left out, any")] = Field(
        default_factory=lambda: randbelow(1 << 31)
    )
    goal: Annotated[
        list[GoalName], Field(max_length=6, description="one of these"), _or_one(GoalName | list[GoalName])
    ] = Field(default=[])
    theme: Annotated[
        list[Theme], Field(max_length=30, description="with all of these"), _or_one(Theme | list[Theme])
    ] = Field(default=[])
    grade: Annotated[list[Grade], Field(max_length=5, description="one of these"), _or_one(Grade | list[Grade])] = (
        Field(default=[])
    )
    choices: Annotated[int | None, Field(ge=1, le=36, description="at least so many decisions")] = None
    gap: Annotated[int, Field(ge=1, le=MOST_GOAL, description="so many points at least a wrong card falls short")] = 5
    form: Form = "open"
    share: Annotated[
        float, Field(gt=0, le=1, description="form hand: in which share of the deals that fit the answer does it")
    ] = 1.0
