"""The ground of all shapes, and the words that several of them use.

Cards are texts such as TH; seats are numbers or, with four seats, N E S W.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from rebelote import VARIANTS, custom_schemas


def optional_is_not_null(schema: dict[str, Any]) -> None:
    """A key that may be left out may not be null: the library would call it a fault."""
    for name, value in schema.get("properties", {}).items():
        if "default" in value and value["default"] is None:
            kinds = [kind for kind in value.get("anyOf", []) if kind != {"type": "null"}]
            rest = {k: v for k, v in value.items() if k not in ("default", "anyOf")}
            schema["properties"][name] = {**rest, **(kinds[0] if len(kinds) == 1 else {"anyOf": kinds})}


def null_too(*names: str) -> Callable[[dict[str, Any]], None]:
    """The same but for the keys of these names, in which null says that there was nothing."""

    def change(schema: dict[str, Any]) -> None:
        optional_is_not_null(schema)
        for name in names:
            value = schema["properties"][name]
            kinds = value.pop("anyOf", None) or [{key: value.pop(key) for key in ("type", "$ref") if key in value}]
            value["anyOf"] = [*kinds, {"type": "null"}]

    return change


class Shape(BaseModel):
    """A JSON object without room for other keys."""

    model_config = ConfigDict(extra="forbid", json_schema_extra=optional_is_not_null)


Trump = Literal["S", "H", "D", "C", "NT", "AT"]
Variant = Annotated[str, Field(json_schema_extra={"enum": list(VARIANTS)})]
When = Literal["always", "unless_partner_wins", "never"]
CardPoints = Annotated[list[Annotated[int, Field(ge=0, le=100)]], Field(min_length=8, max_length=8)]
Order = Annotated[str, Field(pattern="^[AKQJT987]{8}$", description="the eight ranks from high to low")]
Seat = Annotated[int, Field(ge=0, le=3)] | Literal["N", "E", "S", "W"]
Cards = Annotated[str | list[str], Field(description="one text, 7H TD, or a list")]
Hands = Annotated[list[Cards], Field(min_length=2, max_length=4, description="the cards each seat holds, seat 0 first")]
Side = Annotated[list[Seat], Field(min_length=1, max_length=3, description="the seats whose points are counted")]


def _customs(schema: dict[str, Any]) -> None:
    """The options beyond the play of the cards, as the library describes them."""
    optional_is_not_null(schema)
    schema["properties"] |= custom_schemas()
    schema["additionalProperties"] = False


class Options(Shape):
    """Options of the rules; those left out are as the variant sets them."""

    model_config = ConfigDict(extra="allow", json_schema_extra=_customs)

    strains: list[Trump] | None = None
    trump_when_void: When | None = None
    go_over_trump_lead: When | None = None
    go_over_what: Literal["best", "led"] | None = None
    go_over_ruff: When | None = None
    cannot_go_over: Literal["must_trump", "free"] | None = None
    undertrump_partner: bool | None = None
    go_over_plain: bool | None = None
    go_over_all_trumps: bool | None = None
    all_tricks_bonus: Annotated[int | None, Field(ge=0, le=1000)] = None
    last_trick: Annotated[int | None, Field(ge=0, le=100)] = None
    points_plain: CardPoints | None = None
    points_trump: CardPoints | None = None
    points_nt: CardPoints | None = None
    points_at: CardPoints | None = None
    order_plain: Order | None = None
    order_trump: Order | None = None
    order_nt: Order | None = None
    order_at: Order | None = None


Sweep = Annotated[Literal[-1, 0, 1], Field(description="1: every trick, -1: no trick, 0: neither")]
