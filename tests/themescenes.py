"""Small positions thought out at the table: for every theme some where it is what happens, some that only look so."""

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

ALL, LAST, NONE = PuzzleGoal(SWEEP), PuzzleGoal(LAST_TRICK), PuzzleGoal(NO_TRICK)


def points(number: int) -> PuzzleGoal:
    return PuzzleGoal(POINTS, number)


@dataclass(frozen=True)
class Case:
    """A theme, a position, its goal, how the main line begins, and what happens there."""

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
        "The seven of trumps would ruff the ace or the king; once the jack has fetched it, nothing can.",
    ),
    Case(
        "refuse_trumps", "gambler H 1 .T.A./.A.J. - side=1", points(31), "JD AD TH AH",
        "The ace of trumps takes 21 points with the ten, but the jack of diamonds then loses the last trick. The jack "
        "first: the ace of diamonds takes it, and the ten must be led into the ace, the last trick with it.",
    ),
    Case(
        "ruff", "classic S 1 J...9/.A..8/.KJ../Q..K. - side=13", points(5), "8C JH QS 9C",
        "East leads the eight of clubs for West to ruff. North has the jack of trumps and must follow.",
    ),
    Case(
        "ruff", "contree H 3 .T.7./.K..A/..AK./.Q.9. - side=13", points(8), "9D 7D KH",
        "West's nine is the best so far, so East may throw the ace of clubs. He ruffs with the king of trumps, which "
        "otherwise falls to North's ten.",
    ),
    Case(
        "overruff", "capo C 2 J...K9/.K7.Q./9...T7/.8.A.Q - side=2", points(14), "9S QC JS KH 8H KC 7H TC",
        "In capo nobody has to trump. North ruffs the eight of hearts with the king, and South goes over with the ten.",
    ),
    Case(
        "overruff", "classic C 2 9...J/KJ.../.A..7/..K.8 - side=02", ALL, "AH 8C JC JS 9S KS 7C",
        "West must ruff the ace of hearts, North overruffs, and South ruffs North's spade with the seven. The seven "
        "led would fetch both trumps, and the spade would be lost.",
    ),
    Case(
        "underruff", "bulgarian S 2 7..A./..KQ./Q...8/J.9.. - side=02", points(27), "8C JS 7S KD 9H AD QD QS",
        "West's jack takes the first trick. North puts the seven of trumps under it and keeps the ace of diamonds for "
        "the trick that South's queen of trumps will take.",
    ),
    Case(
        "unblock", "bulgarian NT 3 A8..9./.J..JT/K9.T../..7.K8 - side=13", points(31), "8C 8S TC 9S JC KS KC",
        "East has the ten and jack of clubs, West the king. The ten goes first, and the king takes the jack. If the "
        "jack goes first, the ten takes the king, and West does not get in.",
    ),
    Case(
        "unblock", "bulgarian NT 1 8.A.8./Q...QT/.K..87/.J7..A - side=13", ALL, "QS KH AC 8S TC",
        "West throws the ace of clubs on the queen of spades: now East's ten and queen take the rest. With the ace in "
        "hand he would have to take the ten, and to lead a heart.",
    ),
    Case(
        "duck", "gambler D 1 .KJ..9/.T9..7 - side=1", points(22), "7C 9C KH 9H JH TH",
        "The ten could take the king of hearts, and the nine would lose the last trick. It waits for the jack.",
    ),
    Case(
        "save_master", "gambler NT 1 7..K9./..T8.A - side=1", points(31), "AC 7S 8D KD 9D TD",
        "The ten of diamonds is the highest. The eight is led to the king, and the nine has to come back into the ten.",
    ),
    Case(
        "throw_in", "gambler H 0 AK..9./QT.7.. - side=0", points(38), "9D 7H TS AS KS QS",
        "He has to ruff the nine of diamonds, and then to lead a spade into the ace and king. If seat 0 had to lead "
        "spades, the queen would go under the ace and the ten would take the king.",
    ),
    Case(
        "squeeze", "classic D 0 A8..7./.J7.Q./7.K.9./QT.A.. - side=02", ALL, "7D QD 9D TS",
        "On the second trump West throws the ace of hearts, which makes South's king good, or a spade: then the other "
        "one falls under North's ace, and North's eight is good.",
    ),
    Case(
        "squeeze", "bulgarian NT 2 AK..7./..QJ9./7.K..A/T8.T.. - side=02", ALL, "AC",
        "On the ace of clubs West throws the ten of hearts, which makes South's king good, or a spade: then the ten "
        "falls under North's ace, and the king is good.",
    ),
    Case(
        "en_passant", "contree H 3 .T.7./.K..A/..AK./.Q.9. - side=13", points(8), "9D 7D KH",
        "North's ten of trumps would take East's king, but North plays before him and has to follow suit.",
    ),
    Case(
        "ten_to_partner", "classic H 1 K8.../7...7/9..7./..KT. - side=13", points(10), "7C 9S TD 8S",
        "Nobody else has a club or a trump, so East's seven takes the trick: West throws the ten of diamonds on it.",
    ),
    Case(
        "last_trick", "gambler D 0 J...K/7..7. - side=0", points(12), "KC 7D 7S JS",
        "The jack of spades takes its two points now or later. First the king of clubs makes him ruff: then it has the "
        "last trick too.",
    ),
    Case(
        "last_trick", "gambler S 0 .7..A/.A..7 - side=0", LAST, "7H AH 7C AC",
        "The last trick is the goal, so the ace of clubs waits.",
    ),
    Case(
        "avoid_overtrump", "classic D 0 KJ...9/.K.K.K/.J.Q9./.Q.J.Q - side=02", points(21), "9C KC 9D QC",
        "If a spade is led, East has to ruff with the king, South to go over with the nine of trumps, and West's jack "
        "takes it. South would rather put the queen under.",
    ),
    Case(
        "avoid_overtrump", "gambler AT 0 9.AK../J.T..8 - side=0 misere", NONE, "KH TH JS 9S 8C AH",
        "The king goes under the ten, the nine under the jack, and the ace on the eight of clubs. If the nine is led "
        "first, the ten of hearts comes, and the ace has to go over it.",
    ),
    Case("sweep", "gambler C 0 A.K..J/..KJ.7 - side=0", ALL, "JC", "Every trick is the goal."),
    Case("sweep", "gambler C 0 A.K..J/..KJ.7 - side=0", points(51), "JC", "All the 51 points are the goal."),
)  # fmt: skip

#: The theme is not there, though much looks like it.
NEAR = (
    Case(
        "draw_trumps", "gambler H 0 .T.K./.J.J. - side=0", points(16), "TH JH JD KD",
        "The ten of trumps gets rid of the lead. It fetches the jack, but that could not ruff: he follows to diamonds.",
    ),
    Case(
        "draw_trumps", "bulgarian C 1 7.J..9/.7.K.Q/..J.A7/Q.A.A. - side=13", points(5), "QC AC AD 9C 7S 7H JD QS",
        "The queen fetches the ace of trumps, but South has the seven left when West takes the spade; he need not "
        "ruff, because his partner has led it.",
    ),
    Case(
        "refuse_trumps", "gambler S 1 9..T.K/8.J..7 - side=1", points(10), "JH 9S TD 8S",
        "The eight of trumps is not led, but it would draw nothing: it would lose to the nine.",
    ),
    Case(
        "ruff", "gambler D 0 ..T.8/..J8.7 AH side=1", points(51), "8D 7C 8C TD JD",
        "In this game he must trump. The choice is only between the eight and the jack.",
    ),
    Case(
        "ruff", "ukrainian:2 H 1 A.A../..K. QC side=0", ALL, "AH AS",
        "He may throw the ace of spades and ruffs, but with the only trump there is: it would win a trick anyway.",
    ),
    Case(
        "ruff", "contree C 2 7...A/.T8../9..7./...J8 - side=02", points(11), "7D 8C AC 8H",
        "South leads the seven of diamonds for North, but West ruffs before him: that is an overruff.",
    ),
    Case(
        "ruff", "classic S 1 ...A9/..T9./J..K./T...K - side=13", points(24), "TD KD TS 9C",
        "West ruffs whatever East leads. The choice is only between the ten and the nine of diamonds.",
    ),
    Case(
        "overruff", "classic H 3 K...Q/.AJ../T.Q9../8...7 AD-7D-8H side=02", points(25), "9H TS",
        "East has ruffed and South must go over. The choice is only between the nine and the queen.",
    ),
    Case(
        "underruff", "classic S 1 T.7..T/.J..J/.9.8./Q9.8.. 8C-JS side=13", points(38), "QS",
        "South has ruffed with the jack. West must put a trump under; the choice is only which.",
    ),
    Case(
        "unblock", "classic D 2 9..T7./Q.K.9./..J8.8/T..AQ. - side=02", points(70), "JD QD TD",
        "North gives the ten of trumps to South's jack, because West's ace would take it; in nobody's way.",
    ),
    Case(
        "unblock", "bulgarian H 2 Q8.A../A..9.T/.Q7..K/...AJ9 - side=02", ALL, "KC 9C AH",
        "The ace of trumps goes, and South's trumps take tricks after it; but it has to, or East's ten takes this one.",
    ),
    Case(
        "unblock", "contree D 0 T..J./J.K../.Q7../AQ..9. TC-7D-KC side=13", points(61), "AS KH QH QS JD",
        "West gives the ace of spades to East's ruff, for its points; East's jack of spades takes no trick after it.",
    ),
    Case(
        "duck", "classic C 1 8.9..Q/.7..T/..K.K/..T.97 AC-8C side=13", ALL, "7C QC",
        "West keeps the nine of trumps, which would take the trick; but so does his partner's ace.",
    ),
    Case(
        "save_master", "gambler NT 1 K.T..T/.7..A8 - side=1", points(31), "7H TH KS 8C TC AC",
        "The ace of clubs is kept and takes the last trick; but it could not have taken the king of spades.",
    ),
    Case(
        "save_master", "classic D 0 8.Q8..9/QT...Q8/A.K7.9./.JT.T.7 - side=02", points(32), "8H TS KH TH JH QH",
        "North saves the queen of hearts and takes a trick with her; but king and ten were higher.",
    ),
    Case(
        "throw_in", "gambler C 0 9.K..Q/A..J.J - side=0", points(5), "KH JC JD QC",
        "He ruffs and has to lead to the queen of trumps; but she takes a trick whoever leads.",
    ),
    Case(
        "throw_in", "lobovoy NT 1 J...Q7/...KJ QD side=0", points(5), "JS JC QC 7C KC",
        "Seat 1 has to lead from the king and jack of clubs; but his queen of diamonds could not be taken by any card.",
    ),
    Case(
        "squeeze", "classic D 0 A8..7./.J7.Q./7.K.9./T.A..K - side=02", ALL, "7D QD 9D",
        "West can throw the king of clubs and loses nothing by it: North's eight is good as it is.",
    ),
    Case(
        "en_passant", "contree C 1 J..J.K/Q.J..A/T.A.A./.K.7.7 - side=13", points(49), "QS TS 7C JS",
        "West ruffs with the seven; North, who has the king of trumps, plays behind him.",
    ),
    Case(
        "en_passant", "ukrainian:2 D 1 .A.Q.KT/.KT.87. - side=1", points(24), "KH AH TC 7D",
        "Seat 0 has the queen of trumps, and leads the ten of clubs himself: nobody has led through him.",
    ),
    Case(
        "ten_to_partner", "classic H 0 .A.9./T8.../..K.T/.9.Q. - side=02", points(17), "AH TS TC 9H",
        "South throws the ten of clubs on North's ace of trumps, but West's nine takes it.",
    ),
    Case(
        "ten_to_partner", "bulgarian AT 3 .9../.7..T/K..8./.8.. JD-KC side=13", points(34), "TC 8D",
        "East throws the ten of clubs on West's jack; where all is trumps it is a trump.",
    ),
    Case(
        "last_trick", "gambler D 1 .9.J./J..K. - side=1", points(14), "JS JD 9H KD",
        "The last trick is taken, and lost after the king of trumps; but so are the king's four points.",
    ),
    Case(
        "last_trick", "gambler C 0 ..8./..QT. 8C side=1", points(20), "QD 8D TD",
        "The ten is kept for the last trick; but the queen takes that as well, and only the points are less.",
    ),
    Case(
        "avoid_overtrump", "capo C 2 ..Q.AK/.T.AK./J...97/K..8.J - side=2", points(31), "7C JC KC",
        "After the jack of spades South has to put the nine of trumps on North's ace, and West's jack takes it; but "
        "with the seven in its place he would fail as well.",
    ),
    Case(
        "avoid_overtrump", "contree S 3 9.98../Q.KQ../7.J..7/A8.7.. - side=13", points(30), "8S 9S QS 7S",
        "The ace of trumps led would do if North had not to go over with the nine; but that is the other side's duty.",
    ),
    Case(
        "sweep", "gambler C 0 A.K..J/..KJ.7 - side=0", points(50), "JC",
        "Every trick is taken, but for 50 points not every trick is needed.",
    ),
)  # fmt: skip
