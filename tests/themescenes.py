"""Small positions thought out at the table: for every theme some where it is what happens, and some that only look so."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from rebelote import Engine, Position
from rebelote.puzzling.goals import LAST_TRICK, NO_TRICK, POINTS, SWEEP, PuzzleGoal
from rebelote.puzzling.judging import judge
from rebelote.puzzling.lines import main_line
from rebelote.puzzling.quests import Quest
from rebelote.puzzling.scenes import Scene
from rebelote.puzzling.spots import bare_knowledge

ALL = PuzzleGoal(SWEEP)
LAST = PuzzleGoal(LAST_TRICK)
NONE = PuzzleGoal(NO_TRICK)


def points(number: int) -> PuzzleGoal:
    return PuzzleGoal(POINTS, number)


@dataclass(frozen=True)
class Case:
    """A theme, a position in text form, its goal, the cards of the main line up to some point, and what happens."""

    theme: str
    at: str
    goal: PuzzleGoal
    line: str
    why: str

    def __str__(self) -> str:
        return f"{self.theme}: {self.at}"


@contextmanager
def scene_of(at: Position | str, goal: PuzzleGoal, engine: Engine | None = None) -> Iterator[Scene | None]:
    """The scene of a position and a goal; none where there is no main line."""
    start = Position.parse(at) if isinstance(at, str) else at
    with judge(Quest(start, goal), engine) as judging:
        main = main_line(judging)
        yield None if main is None else Scene(main, judging, bare_knowledge(start))


#: The theme is there.
THERE = (
    Case(
        "draw_trumps", "gambler C 0 A.K..J/..KJ.7 - side=0", ALL, "JC 7C",
        "The ace and the king would be ruffed by the seven of clubs; once the jack has fetched it, nothing can be.",
    ),
    Case(
        "refuse_trumps", "gambler H 1 .T.A./.A.J. - side=1", points(31), "JD AD TH AH",
        "The ace of trumps led would fetch only the ten-point trick's half: the jack of diamonds goes to the ace, and "
        "then the ten of trumps has to be led into the ace, for the last trick.",
    ),
    Case(
        "ruff", "classic S 1 J...9/.A..8/.KJ../Q..K. - side=13", points(5), "8C JH QS 9C",
        "East leads the eight of clubs for West, who ruffs with the queen; North has the jack of trumps and must follow.",
    ),
    Case(
        "ruff", "contree H 3 .T.7./.K..A/..AK./.Q.9. - side=13", points(8), "9D 7D KH",
        "West's nine is the best so far, so that East is free to throw the ace of clubs. He ruffs: the king of trumps "
        "would fall under North's ten.",
    ),
    Case(
        "overruff", "capo C 2 J...K9/.K7.Q./9...T7/.8.A.Q - side=2", points(14), "9S QC JS KH 8H KC 7H TC",
        "In capo nobody has to trump. North ruffs the eight of hearts with the king, South goes over with the ten.",
    ),
    Case(
        "overruff", "classic C 2 9...J/KJ.../.A..7/..K.8 - side=02", ALL, "AH 8C JC",
        "West must ruff the ace of hearts, North overruffs with the jack: so the eight of trumps is gone. The seven of "
        "trumps led first would leave West's king of diamonds for the last trick, or South's ace to be ruffed.",
    ),
    Case(
        "underruff", "bulgarian S 2 7..A./..KQ./Q...8/J.9.. - side=02", points(27), "8C JS 7S",
        "West ruffs with the jack of trumps. North may throw the ace of diamonds or put the seven of trumps under: he "
        "keeps the ace, which East's king cannot beat.",
    ),
    Case(
        "unblock", "bulgarian NT 3 A8..9./.J..JT/K9.T../..7.K8 - side=13", points(31), "8C 8S TC 9S JC KS KC",
        "East has the ten and jack of clubs, West the king behind the eight. East takes the first club with the ten, and "
        "the jack goes under the king. The jack first, and the ten would take West's king.",
    ),
    Case(
        "unblock", "bulgarian H 2 Q8.A../A..9.T/.Q7..K/...AJ9 - side=02", ALL, "KC 9C AH TC QH",
        "South's king of clubs is not good enough, so North ruffs it, and with the ace: then the queen and seven of "
        "trumps are South's, in South's hand where they can take the tricks.",
    ),
    Case(
        "duck", "gambler D 1 .KJ..9/.T9..7 - side=1", points(22), "7C 9C KH 9H JH TH",
        "The king of hearts is led, and the ten could take it. It waits, to take the jack and the last trick.",
    ),
    Case(
        "save_master", "gambler NT 1 7..K9./..T8.A - side=1", points(31), "AC 7S 8D KD 9D TD",
        "The ten of diamonds is the highest one. The eight is led, the king has to take it, and the nine must be led "
        "into the ten.",
    ),
    Case(
        "throw_in", "gambler H 0 AK..9./QT.7.. - side=0", points(38), "9D 7H TS AS KS QS",
        "He must ruff the nine of diamonds, and then lead spades into the ace and king. Were they led from the other "
        "side, the ten would make a trick behind the ace.",
    ),
    Case(
        "squeeze", "classic D 0 A8..7./.J7.Q./7.K.9./T.A..Q - side=02", ALL, "",
        "a stand-in",
    ),
    Case(
        "squeeze", "bulgarian NT 2 AK..7./..QJ9./7.K..A/T8.T.. - side=02", ALL, "AC",
        "On the ace of clubs West has to throw the ten of hearts, which makes South's king good, or from the ten and "
        "eight of spades, which makes North's king good.",
    ),
    Case(
        "en_passant", "contree H 3 .T.7./.K..A/..AK./.Q.9. - side=13", points(8), "9D 7D KH",
        "North has the ten of trumps and plays before East's king, but must follow with the seven of diamonds.",
    ),
    Case(
        "ten_to_partner", "classic H 1 K8.../7...7/9..7./..KT. - side=13", points(10), "7C 9S TD 8S",
        "Nobody has clubs but East, nobody trumps: his seven takes the trick, and West throws the ten of diamonds on it.",
    ),
    Case(
        "last_trick", "gambler D 0 J...K/7..7. - side=0", points(12), "KC 7D 7S JS",
        "The jack of spades is good for the last trick only when the king of clubs has made him ruff.",
    ),
    Case(
        "last_trick", "gambler S 0 .7..A/.A..7 - side=0", LAST, "7H AH",
        "The ace of clubs has to wait; that it would bring its eleven points at once does not count.",
    ),
    Case(
        "avoid_overtrump", "classic D 0 KJ...9/.K.K.K/.J.Q9./.Q.J.Q - side=02", points(21), "9C KC 9D QC",
        "A spade would be ruffed by East's king of trumps, South would have to go over with the nine instead of the "
        "queen, and West would take it with the jack. On the club the nine is safe.",
    ),
    Case(
        "avoid_overtrump", "gambler AT 0 9.AK../J.T..8 - side=0 misere", NONE, "KH TH JS 9S",
        "No trick is to be taken. The king goes under the ten, the nine under the jack. The ace led, or the nine kept "
        "wrongly, has to go over something.",
    ),
    Case("sweep", "gambler C 0 A.K..J/..KJ.7 - side=0", ALL, "JC", "Every trick is the goal."),
    Case("sweep", "gambler C 0 A.K..J/..KJ.7 - side=0", points(57), "JC", "All 57 points are."),
)  # fmt: skip
