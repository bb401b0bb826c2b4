"""A record of a whole deal, from the cut to the score: read, checked, scored and written.

    >>> from rebelote import DealRecord
    >>> record = DealRecord.from_dict({
    ...     "variant": "gambler", "trump": "H", "declarer": 1, "leader": 0,
    ...     "hands": ["8S TS JS QS KH KD AD QC KC", "KS 7H 8H 9H JH 9D QD 8C AC"],
    ...     "plays": "QC AC, JH KH, 9H 8S, 8C KC, QS KS, QD AD, JS 7H, 9D KD, TS 8H",
    ... })
    >>> record.score().written
    (22, 81)

The keys are those of ``rebelote.recordtext``. A record may say as little as a played deal does; it is
kept as it was said, in canonical form, and what it leaves out is left out when it is written.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from rebelote import cfn, notation, recordtext
from rebelote.cards import Card
from rebelote.errors import Problem, RecordError
from rebelote.jsontext import InputFault, read_json
from rebelote.match import Match
from rebelote.meldbook import Meld
from rebelote.positions import Position
from rebelote.records import PlayedDeal
from rebelote.recordtext import TextRecord, looks_like_record
from rebelote.rules import VARIANTS, Rules, Strain
from rebelote.scoring import Contract, DealScore, Tally
from rebelote.stakes import Stakes
from rebelote.wholecards import swaps
from rebelote.wholechecks import check
from rebelote.wholefacts import SMALL, VERSION
from rebelote.wholescores import Ended, Reckoning


@dataclass(frozen=True, slots=True)
class DealRecord:
    """A deal from cut to score; everything in it was checked.

    ``reckoning`` has the deal as it was played, and what its score hangs on; none where nobody played
    because all passed, or the auction still went on. Build one with ``from_dict`` or ``read``.
    """

    data: Mapping[str, Any] = field(hash=False)
    rules: Rules
    players: int
    reckoning: Reckoning | None

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> DealRecord:
        """A record from JSON data; raises ``RecordError`` with every fault."""
        return _made(data)

    @classmethod
    def read(cls, text: str) -> DealRecord:
        """The one record that a text holds, in any form; raises ``RecordError`` with every fault."""
        given = _texts(text)
        if len(given) != 1:
            raise RecordError([Problem("bad_text", f"{len(given)} records are in the text, one is wanted")])
        return given[0]()

    # --- what it says ------------------------------------------------------------------

    @property
    def played(self) -> PlayedDeal:
        """The deal as it was played, for an analysis; raises ``RecordError`` where nobody played."""
        if self.reckoning is None:
            raise RecordError([Problem("missing_key", "trump is missing: nobody played this deal", "trump")])
        return self.reckoning.deal

    @property
    def strain(self) -> Strain | None:
        return None if self.reckoning is None else self.reckoning.start.strain

    @property
    def contract(self) -> Contract | None:
        """What was played; none where nobody declared, or a value was bid and is not told."""
        return None if self.reckoning is None else self.reckoning.contract

    @property
    def melds(self) -> tuple[tuple[int, Meld], ...]:
        """Sets and runs: who called what, in the order of calling."""
        return () if self.reckoning is None else self.reckoning.melds

    @property
    def dealer(self) -> int | None:
        dealer: int | None = self.data.get("dealer")
        return dealer

    @property
    def scores(self) -> tuple[int, ...] | None:
        """A party what it had before the deal."""
        return tuple(self.data["scores"]) if "scores" in self.data else None

    @property
    def hanging(self) -> tuple[int, ...]:
        """The points that hung before the deal, the oldest first."""
        return tuple(self.data.get("hanging", ()))

    @property
    def ended(self) -> Ended | None:
        """How the deal ended before its last card, and whether a claim was right."""
        return None if self.reckoning is None else self.reckoning.ended

    # --- what it came to ---------------------------------------------------------------

    def stakes(self) -> Stakes | None:
        """What the deal was played for; none where the contract is not known."""
        reckoning, contract = self.reckoning, self.contract
        if reckoning is None or contract is None:
            return None
        return Stakes(self.rules, self.players, contract, reckoning.meld_points(), reckoning.bela_points())

    def swap(self) -> tuple[Position, Card] | None:
        """The deal before the seven of trumps could be swapped, and the upcard; none where none is told."""
        upcard = self.data.get("upcard")
        if self.reckoning is None or upcard is None:
            return None
        card, start, hands = Card(upcard), self.reckoning.start, list(self.reckoning.start.hands)
        bottom = [Card(word) for word in (self.data.get("bottom"),) if word is not None]
        for seat, before in swaps(self.rules, start.strain, hands, card, bottom):
            hands[seat] = before
        return replace(start, hands=tuple(hands)), card

    def tally(self) -> Tally:
        """What the seats hold at the end: of a claim with the rest of the cards, else of the tricks finished."""
        nothing = (0,) * self.players
        return Tally(nothing, nothing, nothing, nothing) if self.reckoning is None else self.reckoning.tally()

    def score(self) -> DealScore | None:
        """What each party writes.

        None for a deal that did not come to a score: broken off, or ended by a claim of the match
        (``ended`` tells which); and where the contract is not known or the hands are not full.
        """
        return None if self.reckoning is None else self.reckoning.score

    def after(self, match: Match) -> Match | None:
        """The match after this deal; none where its score is not known.

        What was broken off, or not played at all, changes nothing. Raises ``MatchError`` when
        somebody has won the match already.
        """
        return match if self.reckoning is None else self.reckoning.after(match)

    # --- written -----------------------------------------------------------------------

    def to_dict(self) -> dict[str, Any]:
        """The record as JSON data in its one form: the keys in order, absent what was not said."""
        return copy.deepcopy(dict(self.data))

    def to_text(self) -> str:
        """The record as text, a tag a line."""
        return recordtext.write(self.data)

    def to_cfn(self) -> str:
        """The record as a line of CFN; raises ``RecordError`` with what CFN cannot say."""
        return cfn.write(self.data)


def problems(data: object) -> list[Problem]:
    """Every fault of a record, each with its place; none when it is good."""
    return check(data)[0].problems


def read_records(text: str) -> list[DealRecord]:
    """Every record of a text: JSON (an object, a list, an object a line), tags, CFN or positions with plays.

    Raises ``RecordError`` with the faults of all of them.
    """
    records, faults = [], []
    given = _texts(text)
    for number, made in enumerate(given, 1):
        try:
            records.append(made())
        except RecordError as error:
            which = f"record {number}: " if len(given) > 1 else ""
            faults += [replace(problem, message=which + problem.message) for problem in error.problems]
    if faults:
        raise RecordError(faults)
    return records


def from_text(text: str, line: int = 1) -> DealRecord:
    """The record of some tags, its lines counted from ``line``; raises ``RecordError`` with every fault."""
    return _from_tags(recordtext.read(text, line))


def whole(given: Mapping[str, Any] | str) -> DealRecord | None:
    """The record, where more is said than a position with ``plays`` says; else none."""
    if isinstance(given, str):
        small = given.partition(" ")[0].partition(":")[0] in VARIANTS
        return None if small else DealRecord.read(given)
    small = not isinstance(given, Mapping) or all(key in SMALL for key in given)
    return None if small else DealRecord.from_dict(given)


def played_deal(given: Mapping[str, Any] | str) -> PlayedDeal:
    """The deal as it was played, from a record in any form or from a position with ``plays``."""
    record = whole(given)
    if record is not None:
        return record.played
    return PlayedDeal.parse(given) if isinstance(given, str) else PlayedDeal.from_dict(given)


def _made(data: object, unread: Collection[str] = (), earlier: Sequence[Problem] = ()) -> DealRecord:
    facts, reckoning = check(data, unread)
    if facts.problems or earlier:
        raise RecordError([*earlier, *facts.problems])
    assert facts.rules is not None
    return DealRecord({"version": VERSION, **facts.data}, facts.rules, facts.players, reckoning)


# --- the forms of a text -----------------------------------------------------------------

#: Makes a record, or raises ``RecordError``.
_Maker = Callable[[], DealRecord]


def _texts(text: str) -> list[_Maker]:
    """The records of a text, told apart by how it begins, each still to be read."""
    text = text.removeprefix("\ufeff")
    if looks_like_record(text):
        return [partial(_from_tags, found) for found in recordtext.read_all(text)]
    lines = [line for line in text.split("\n") if line.strip() and not line.lstrip().startswith("#")]
    if not lines:
        raise RecordError([Problem("empty_input", "there is no record in the text")])
    if not _JSON.match(lines[0]) or (len(lines) > 1 and _is_json(lines[0])):
        return [partial(_from_line, line) for line in lines]
    data = _json("\n".join(lines))
    return [partial(_from_json, item) for item in (data if isinstance(data, list) else [data])]


_JSON = re.compile(r'\s*[\[{"]')


def _json(text: str) -> Any:
    try:
        return read_json(text)
    except InputFault as error:
        raise RecordError([Problem(error.code, str(error))]) from None


def _is_json(line: str) -> bool:
    try:
        read_json(line)
    except InputFault:
        return False
    return True


def _from_json(data: Any) -> DealRecord:
    return DealRecord.read(data) if isinstance(data, str) else _made(data)


def _from_line(line: str) -> DealRecord:
    """A record from a line of its own: JSON, CFN, or a position with ``plays``."""
    if _JSON.match(line):
        return _from_json(_json(line))
    data, faults = cfn.read(line) if cfn.looks_like_cfn(line) else notation.read(line)
    if faults:
        raise RecordError(faults)
    return _made(data)


def _from_tags(found: TextRecord) -> DealRecord:
    """A record from its tags; a fault of the deal says the line that it is on."""
    unread = {key for key in found.lines if key not in found.data}
    try:
        return _made(found.data, unread, found.problems)
    except RecordError as error:
        told = len(found.problems)
        located = [
            replace(problem, message=f"{problem.message} (line {found.line_of(problem.where)})")
            for problem in error.problems[told:]
        ]
        raise RecordError([*found.problems, *located]) from None
