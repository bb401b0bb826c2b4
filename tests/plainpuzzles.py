"""A second opinion on puzzles, from the rules of play and the description of a puzzle alone.

``faults`` says in words what is wrong with a puzzle's JSON data, ``trivial`` why it would be no puzzle
for anybody, ``likeness`` is the same for two positions that differ only by the names of suits and by
turning the seats. No code of ``rebelote.puzzling`` and no engine is used: the answers come from ``plainreach``, a plain
search for yes or no over the legal cards of ``rebelote.tricks``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import permutations
from typing import Any, NamedTuple

from plaincontracts import contract_faults
from plainreach import Question, Table
from rebelote import Card, Knowledge, Rules, Worlds
from rebelote.cards import FULL_PACK, format_cards, from_mask, iter_mask, to_mask
from rebelote.errors import CardError, PositionError, RulesError
from rebelote.playing.thumb import rule_of_thumb
from rebelote.rules import strain_of
from rebelote.tricks import legal_mask

THEMES = (
    "draw_trumps", "refuse_trumps", "ruff", "overruff", "underruff", "unblock", "duck", "save_master", "throw_in",
    "squeeze", "en_passant", "ten_to_partner", "last_trick", "avoid_overtrump", "sweep",
)  # fmt: skip
GOALS = ("points", "sweep", "trick", "no_trick", "last_trick")
FORMS = ("open", "hand")

#: Shares are counted again when there are no more worlds than this.
MOST_WORLDS = 500

_KEYS = {
    "id": str, "version": int, "form": str, "position": dict, "goal": dict, "answer": list, "line": list,
    "rest": list, "choices": int, "refutations": list, "themes": list, "grade": int, "difficulty": (int, float),
    "interest": (int, float), "measures": dict, "gap": (int, type(None)), "source": dict,
}  # fmt: skip
_POSITION = {
    "variant": str, "players": int, "trump": str, "leader": int, "hands": list, "trick": list, "side": list,
    "misere": bool, "options": dict,
}  # fmt: skip


class Turn(NamedTuple):
    """A turn of the solving side in the main line, before its card number ``at``."""

    at: int
    table: Table
    had: int
    right: list[list[Card]]
    wrong: list[list[Card]]


def faults(puzzle: Mapping[str, Any]) -> list[str]:
    """What is wrong with a puzzle, in words; none when all that it says holds."""
    found = _keys(puzzle, _KEYS, "") or [*_frame(puzzle), *_position(puzzle["position"])]
    if found or (found := _goal(puzzle)) or (found := _cards(puzzle)):
        return found
    question = Question(puzzle["position"], puzzle["goal"])
    turns, end, found = _line(puzzle, question)
    found = [*_answer(puzzle, question), *found]
    if found:
        return found
    found = [*_rest(puzzle, question, end), *_refutations(puzzle, question, turns), *_gap(puzzle, question, turns)]
    if "contract" in puzzle["goal"]:
        found += contract_faults(puzzle, question)
    return found + (list(_shares(puzzle, question)) if puzzle["form"] == "hand" else [])


# --- what it says of itself ------------------------------------------------------------------


def _keys(data: Mapping[str, Any], wanted: Mapping[str, Any], where: str) -> list[str]:
    out = [f"{where}{key} is missing" for key in wanted if key not in data]
    for key, kind in wanted.items():
        if key in data and (not isinstance(data[key], kind) or (kind is int and isinstance(data[key], bool))):
            out.append(f"{where}{key} is {data[key]!r}")
    return out


def _frame(puzzle: Mapping[str, Any]) -> Iterator[str]:
    variant = puzzle["position"].get("variant")
    if not re.fullmatch(f"{variant}-[0-9a-f]{{10}}", puzzle["id"]):
        yield f"the id {puzzle['id']!r} is not {variant} and ten hex digits"
    if puzzle["version"] != 1:
        yield f"version {puzzle['version']}"
    if puzzle["form"] not in FORMS:
        yield f"form {puzzle['form']!r}"
    if not 1 <= puzzle["grade"] <= 5:
        yield f"grade {puzzle['grade']}"
    if unknown := [theme for theme in puzzle["themes"] if theme not in THEMES]:
        yield f"unknown themes {unknown}"
    if len(set(puzzle["themes"])) < len(puzzle["themes"]):
        yield f"a theme twice in {puzzle['themes']}"
    for key in ("view", "shares"):
        if puzzle["form"] == "hand" and not isinstance(puzzle.get(key), dict):
            yield f"a puzzle of one hand without {key}"


def _position(data: Mapping[str, Any]) -> list[str]:
    """Whether the position is complete and can be."""
    if found := _keys(data, _POSITION, "position."):
        return found
    try:
        rules = Rules.preset(data["variant"], **data["options"])
        hands = tuple(to_mask(map(Card, hand.split())) for hand in data["hands"])
        trick = tuple(map(Card, data["trick"]))
        to_mask([*trick, *(card for hand in hands for card in from_mask(hand))])
    except (RulesError, CardError) as error:
        return [f"position: {error}"]
    strain, seats = strain_of(data["trump"]), data["players"]
    if strain not in rules.strains or seats not in rules.players or len(hands) != seats:
        return [f"position: {data['variant']} with trump {data['trump']}, {seats} players and {len(hands)} hands"]
    if data["leader"] not in range(seats) or len(trick) >= seats:
        return [f"position: leader {data['leader']}, {len(trick)} cards on the table"]
    at = Table(hands, data["leader"], trick)
    out = []
    played = [(at.leader + i) % seats for i in range(len(trick))]
    sizes = {hand.bit_count() + (seat in played) for seat, hand in enumerate(hands)}
    if len(sizes) > 1 or not 2 <= sizes.pop() <= rules.cards:
        out.append("position: the hands are not of one size, or too small or too large")
    for i, seat in enumerate(played):
        if not legal_mask(rules, strain, hands[seat] | trick[i].bit, trick[:i]) & trick[i].bit:
            out.append(f"position: {trick[i]} on the table was not legal")
    side = sorted(data["side"])
    fine = side in ([0, 2], [1, 3]) if rules.partners else len(side) in (1, seats - 1)
    if not fine or side != sorted(set(side) & set(range(seats))):
        out.append(f"position: {side} is no side")
    elif at.seat not in side:
        out.append(f"position: seat {at.seat} is on turn, which is not of side {side}")
    return out


def _goal(puzzle: Mapping[str, Any]) -> list[str]:
    goal, misere = puzzle["goal"], puzzle["position"]["misere"]
    kinds = [key for key in goal if key != "contract"]
    if len(kinds) != 1 or kinds[0] not in GOALS:
        return [f"goal {goal}"]
    (kind,) = kinds
    out = []
    value = goal[kind]
    if value is not True if kind != "points" else isinstance(value, bool) or not isinstance(value, int) or value < 0:
        out.append(f"goal {goal}")
    if kind != "points" and (kind == "no_trick") != misere:
        out.append(f"goal {goal} {'in' if misere else 'outside'} misère")
    if "contract" in goal and (goal["contract"] not in ("made", "broken") or not puzzle.get("stakes")):
        out.append(f"a contract {goal['contract']!r} and stakes {puzzle.get('stakes')!r}")
    return out


def _cards(puzzle: Mapping[str, Any]) -> list[str]:
    """Whether every list of cards is one."""
    lists: list[tuple[str, Any]] = [(key, puzzle[key]) for key in ("answer", "line", "rest")]
    out = []
    for i, told in enumerate(puzzle["refutations"]):
        wanted = {"at": int, "card": str, "same_as": list, "line": list}
        if wrong := _keys(told, wanted, f"refutations[{i}]."):
            out += wrong
        else:
            lists += [(f"refutations[{i}]", [told["card"], *told[key]]) for key in ("same_as", "line")]
    for where, cards in lists:
        try:
            to_mask(map(Card, cards))
        except (CardError, TypeError) as error:
            out.append(f"{where}: {error}")
    return out


# --- what it claims --------------------------------------------------------------------------


def _answer(puzzle: Mapping[str, Any], question: Question) -> Iterator[str]:
    right, wrong = question.verdicts(question.start, 0)
    cards = sorted(card for group in right for card in group)
    if sorted(map(Card, puzzle["answer"])) != cards:
        yield f"the answer is {format_cards(cards) or 'nothing'}, not {' '.join(puzzle['answer'])}"
    if len(right) > 1:
        yield f"{len(right)} classes of cards reach the goal"
    if not wrong:
        yield "no card fails"
    if puzzle["line"][:1] and puzzle["line"][0] not in puzzle["answer"]:
        yield f"the line starts with {puzzle['line'][0]}"


def _line(puzzle: Mapping[str, Any], question: Question) -> tuple[list[Turn], tuple[Table, int], list[str]]:
    """The turns in the main line where a card fails, what it comes to, and what is wrong with it."""
    at, had = question.start, 0
    turns: list[Turn] = []
    out: list[str] = []
    real = False
    for i, card in enumerate(map(Card, puzzle["line"])):
        if not question.play.legal(at) & card.bit:
            return turns, (at, had), [*out, f"line[{i}]: {card} is not legal"]
        real = False
        if question.ours(at):
            right, wrong = question.verdicts(at, had)
            real = bool(wrong)
            if real:
                turns.append(Turn(i, at, had, right, wrong))
            if len(right) != 1:
                out.append(f"line[{i}]: {len(right)} classes of cards reach the goal")
            if not any(card in group for group in right):
                out.append(f"line[{i}]: {card} does not reach the goal")
        at, had = question.put(at, had, card)
    if not real:
        out.append("the line does not end with a turn at which a card fails")
    if len(turns) != puzzle["choices"]:
        out.append(f"{len(turns)} choices, not {puzzle['choices']}")
    return turns, (at, had), out


def _rest(puzzle: Mapping[str, Any], question: Question, end: tuple[Table, int]) -> list[str]:
    at, had = end
    out: list[str] = []
    for i, card in enumerate(map(Card, puzzle["rest"])):
        if not at.tricks or not question.play.legal(at) & card.bit:
            return [*out, f"rest[{i}]: {card} is not legal"]
        if question.ours(at) and (wrong := question.verdicts(at, had)[1]):
            out.append(f"rest[{i}]: {format_cards(wrong[0])} would fail")
        at, had = question.put(at, had, card)
    if at.tricks:
        out.append(f"{at.tricks} tricks are left after line and rest")
    elif (had >= question.count.need) == question.count.turned:
        out.append("line and rest do not come to the goal")
    return out


def _refutations(puzzle: Mapping[str, Any], question: Question, turns: list[Turn]) -> list[str]:
    due = [(turn, group) for turn in turns for group in turn.wrong]
    purse = question if "points" in puzzle["goal"] else Question(puzzle["position"], {"points": 0})
    out = []
    for i, told in enumerate(puzzle["refutations"]):
        cards = sorted(map(Card, [told["card"], *told["same_as"]]))
        hits = [(turn, group) for turn, group in due if turn.at == told["at"] and group == cards]
        if not hits:
            out.append(f"refutations[{i}]: {format_cards(cards)} fails not at {told['at']}, or is told twice")
            continue
        due.remove(hits[0])
        turn = hits[0][0]
        at, had = question.put(turn.table, turn.had, Card(told["card"]))
        if (points := told.get("points")) is not None or "last_trick" not in puzzle["goal"]:
            most = purse.most(*purse.put(turn.table, 0, Card(told["card"])))
            if points != most:
                out.append(f"refutations[{i}]: {told['card']} comes to {most} points from there on, not {points}")
        for card in map(Card, told["line"]):
            if not at.tricks or not question.play.legal(at) & card.bit:
                out.append(f"refutations[{i}]: {card} is not legal")
                break
            at, had = question.put(at, had, card)
        else:
            if question.possible(at, had):
                out.append(f"refutations[{i}]: the goal may still be reached at its end")
    return out + [f"nothing refutes {format_cards(group)} at {turn.at}" for turn, group in due]


def _gap(puzzle: Mapping[str, Any], question: Question, turns: list[Turn]) -> list[str]:
    goal = puzzle["goal"].get("points")
    gap = None
    if goal is not None:
        ends = [question.most(*question.put(turn.table, turn.had, group[0])) for turn in turns for group in turn.wrong]
        gap = min(abs(goal - points) for points in ends)
    return [] if puzzle.get("gap") == gap else [f"the gap is {gap}, not {puzzle.get('gap')}"]


def _shares(puzzle: Mapping[str, Any], question: Question) -> Iterator[str]:
    """What holds over the worlds that fit the view."""
    try:
        known = Knowledge.from_dict(puzzle["view"])
        worlds = Worlds(known)
    except PositionError as error:
        yield f"view: {error}"
        return
    at, told = question.start, puzzle["shares"]
    seen = known.players, known.misere, known.seat, known.hand, known.trick_leader, known.trick
    there = len(at.hands), puzzle["position"]["misere"], at.seat, at.hands[at.seat], at.leader, at.trick
    game = known.rules, known.strain, frozenset(known.side)
    if (*seen, *game) != (*there, question.play.rules, question.play.strain, question.side):
        yield "the view is not of the position"
        return
    if not worlds.fits(at.hands):
        yield "the position is none of the worlds of the view"
    if told["worlds"] != worlds.count:
        yield f"{worlds.count} worlds, not {told['worlds']}"
    legal = {str(card): card for card in from_mask(question.play.legal(at))}
    good = {word: n for word, n in told["cards"].items() if word in legal}
    if len(good) < len(told["cards"]) or not good.keys() & set(puzzle["answer"]):
        yield f"shares of {sorted(told['cards'])}, legal are {sorted(legal)}"
        return
    for word, n in good.items():
        if (n >= told["share"] * told["worlds"]) != (word in puzzle["answer"]):
            yield f"{word} does it in {n} of {told['worlds']} worlds, the share is {told['share']}"
    if worlds.count <= MOST_WORLDS:
        for word, n in good.items():
            right = sum(
                question.reached(*question.put(Table(hands, at.leader, at.trick), 0, legal[word])) for hands in worlds
            )
            if right != n:
                yield f"{word} does it in {right} worlds, not in {n}"


# --- no puzzle at all ------------------------------------------------------------------------


def trivial(puzzle: Mapping[str, Any]) -> list[str]:
    """Why a puzzle would be none: nothing to choose, or the first idea does it."""
    question = Question(puzzle["position"], puzzle["goal"])
    classes = question.classes(question.start)
    if len(classes) == 1:
        return ["only one card is legal" if len(classes[0]) == 1 else "all legal cards are equal"]
    view = puzzle["view"] if puzzle["form"] == "hand" else _sight(puzzle, question.start)
    card = rule_of_thumb(Knowledge.from_dict(view))
    return [f"a rule of thumb plays {card}"] if str(card) in puzzle["answer"] else []


def _sight(puzzle: Mapping[str, Any], at: Table) -> dict[str, Any]:
    """What the seat on turn sees of a position without its beginning, in the hidden form."""
    data = puzzle["position"]
    view = {key: data[key] for key in ("variant", "players", "trump", "misere", "options", "leader", "side")}
    gone = FULL_PACK & ~(sum(at.hands) | to_mask(at.trick))
    view |= {"seat": at.seat, "hand": format_cards(at.hands[at.seat]), "plays": list(data["trick"])}
    view["out"] = [str(card) for card in iter_mask(gone)]
    declarer = (puzzle.get("stakes") or {}).get("declarer")
    return view if declarer is None else view | {"declarer": declarer}


def likeness(position: Mapping[str, Any]) -> tuple[Any, ...]:
    """The same for two positions that differ only by the names of the suits and by turning the seats."""
    players, strain = position["players"], strain_of(position["trump"])
    assert strain is not None
    trick = [Card(card) for card in position["trick"]]
    hands = [list(map(Card, hand.split())) for hand in position["hands"]]
    forms = []
    for names in permutations(range(4)):

        def renamed(cards: list[Card], names: tuple[int, ...] = names) -> list[int]:
            return [8 * names[card.suit] + card.rank for card in cards]

        trump = names[strain] if strain < 4 else int(strain)
        for turn in range(players):
            seats = sorted((seat + turn) % players for seat in position["side"])
            leader = (position["leader"] + turn) % players
            held = [tuple(sorted(renamed(hands[(seat - turn) % players]))) for seat in range(players)]
            forms.append((trump, leader, tuple(held), tuple(renamed(trick)), tuple(seats)))
    return (position["variant"], players, position["misere"], str(sorted(position["options"].items())), min(forms))
