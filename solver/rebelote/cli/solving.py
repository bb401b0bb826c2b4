"""``solve`` and ``table``: what perfect play makes of a position."""

from __future__ import annotations

from functools import partial

import click

import rebelote
from rebelote import GoalAnswer, Position, Solution, StopFlag, Table, render
from rebelote.cli.options import HOW_TO_GIVE, examples, inputs, paper
from rebelote.cli.paper import Paper
from rebelote.cli.running import Data, answer_inputs
from rebelote.contracts import ContractTable, contract_table
from rebelote.solving import as_position

_POSITION = "'classic H 0 J9..A./8.7.K./A.8..Q/7..T.7'"


@click.command(
    short_help="The value of every legal card, and best play.",
    help=f"Value every legal card of a position, all hands open, and play the best line.\n\n{HOW_TO_GIVE}",
    epilog=examples(
        f"rebelote solve {_POSITION}",
        "rebelote solve examples/positions/*.jsonl --json",
        "rebelote deal --variant gambler --count 100 | rebelote solve --json --no-line",
        f"rebelote solve --goal 40 {_POSITION}",
    ),
)
@inputs
@click.option("--goal", type=click.IntRange(-1000, 10_000), help="Only ask: can the side take so many points?")
@click.option("--no-line", is_flag=True, help="Leave out the line of best play.")
@click.option("--no-cards", is_flag=True, help="Only the value of the position, not of every card.")
def solve(
    inputs: tuple[str, ...],
    as_json: bool,
    lang: str,
    symbols: bool,
    nodes: int | None,
    goal: int | None,
    no_line: bool,
    no_cards: bool,
) -> None:
    out = paper(as_json, lang, symbols)
    if goal is not None:
        ask = partial(_goal, points=goal, line=not no_line, nodes=nodes)
        answer_inputs(inputs, ask, lambda pair: pair[1].to_dict(), _show_goal, out)
        return
    work = partial(_solve, cards=not no_cards, line=not no_line, nodes=nodes)
    answer_inputs(inputs, work, Solution.to_dict, _show_solution, out)


def _solve(data: Data, stop: StopFlag, *, cards: bool, line: bool, nodes: int | None) -> Solution:
    return rebelote.solve(data, cards=cards, line=line, nodes=nodes, stop=stop)


def _goal(data: Data, stop: StopFlag, *, points: int, line: bool, nodes: int | None) -> tuple[Position, GoalAnswer]:
    at = as_position(data)
    return at, rebelote.goal(at, points, line=line, nodes=nodes, stop=stop)


def _show_solution(solution: Solution, out: Paper) -> None:
    at = solution.position
    out.position(at)
    side = render.side_name(solution.side)
    if not solution.exact:
        low, high = solution.bounds
        out.line(f"not settled in {solution.nodes:,} nodes: {side} takes {low} to {high} of {solution.of} points")
        return
    out.line(
        f"{side} takes {solution.points} of {solution.of} points{render.sweep_words(solution.sweep)}", style="bold"
    )
    if solution.cards:
        out.line("")
        _card_table(solution, out)
    if solution.line:
        out.line("\nbest play:")
        out.tricks(at, solution.line)
    out.line(f"\n{solution.nodes:,} nodes")


def _card_table(solution: Solution, out: Paper) -> None:
    head = (
        "card",
        "plays alike",
        f"{render.side_name(solution.side)} takes",
        "",
        f"seat {solution.position.seat} loses",
    )
    rows = [
        (
            out.cards([v.card]),
            out.cards(v.same_as) if v.same_as else "",
            str(v.points),
            render.sweep_words(v.sweep).strip(),
            str(v.loss),
        )
        for v in solution.cards
    ]
    out.table(head, rows, words=(0, 1, 3))


def _show_goal(pair: tuple[Position, GoalAnswer], out: Paper) -> None:
    at, answer = pair
    out.position(at)
    side = render.side_name(answer.side)
    what = f"be held to {answer.goal} points or fewer" if at.misere else f"take {answer.goal} points"
    if answer.made is None:
        out.line(f"not settled in {answer.nodes:,} nodes: can {side} {what} of {at.at_stake}?")
        return
    out.line(f"{side} {'can' if answer.made else 'cannot'} {what} of {at.at_stake}", style="bold")
    if answer.line:
        out.line("\nbest play:")
        out.tricks(at, answer.line)
    out.line(f"\n{answer.nodes:,} nodes")


@click.command(
    short_help="A deal under every trump.",
    help="Value a deal under every trump: for every leader where partners play, for every lone player"
    f" where each plays for himself.\n\n{HOW_TO_GIVE} Here trump and leader may be left out of the JSON form.",
    epilog=examples(
        "rebelote deal --seed 7 | rebelote table",
        "rebelote table --json examples/positions/*.jsonl",
        "rebelote deal --variant contree --seed 7 | rebelote table --score",
    ),
)
@inputs
@click.option("--score", is_flag=True, help="What every contract would score instead: by strain and declarer.")
def table(inputs: tuple[str, ...], as_json: bool, lang: str, symbols: bool, nodes: int | None, score: bool) -> None:
    if score:
        ask = partial(_contracts, nodes=nodes)
        answer_inputs(inputs, ask, ContractTable.to_dict, _show_contracts, paper(as_json, lang, symbols))
        return

    def work(data: Data, stop: StopFlag) -> Table:
        return rebelote.table(data, nodes=nodes, stop=stop)

    answer_inputs(inputs, work, Table.to_dict, _show_table, paper(as_json, lang, symbols))


def _contracts(data: Data, stop: StopFlag, *, nodes: int | None) -> ContractTable:
    return contract_table(data, nodes=nodes, stop=stop)


def _show_contracts(table: ContractTable, out: Paper) -> None:
    at = table.position
    out.line(f"{at.rules.variant}\n")
    out.line(render.diagram(at, out.language, symbols=out.symbols, on_turn=False))
    out.line(f"\nwhat each contract would score, all playing for it, seat {at.leader} leading:", style="bold")
    bids = at.rules.customs.made_when == "bid"
    head = ("trump", "declarer", *(("bid",) if bids else ()), "result", "written", "margin")
    rows = []
    for row in table.rows:
        written = " : ".join("?" if points is None else str(points) for points in row.written)
        bid = ("capot" if row.sweep else str(row.bid),) if bids else ()
        margin = "?" if row.margin is None else str(row.margin)
        seat = render.seat_name(row.declarer, at.players)
        rows.append((out.strain(row.strain), seat, *bid, row.result or "?", written, margin))
    out.table(head, rows, words=(0, 1, len(head) - 3))
    out.line(f"{table.nodes:,} nodes" + ("" if table.exact else "; ?: not settled within them"))


def _show_table(table: Table, out: Paper) -> None:
    at = table.position
    partners = at.rules.partners
    out.line(f"{at.rules.variant}{', misère' if at.misere else ''}\n")
    out.line(render.diagram(at, out.language, symbols=out.symbols, on_turn=False))
    what = (
        f"points of {render.side_name(at.side)}, by who leads"
        if partners
        else (f"points of each seat alone against the others, seat {at.leader} leading")
    )
    out.line(f"\n{what}:", style="bold")
    columns = range(at.players)
    head = ("trump", *(f"{seat} leads" if partners else f"seat {seat}" for seat in columns), "of")
    rows = []
    for strain in at.rules.strains:
        values = [row.value for row in table.rows if row.trump == str(strain)]
        found = [str(v.points) + {1: " all", -1: " none"}.get(v.sweep, "") if v else "?" for v in values]
        rows.append((out.strain(strain), *found, str(values[0].of) if values and values[0] else "?"))
    out.table(head, rows, words=(0,))
    out.line("all, none: every trick, no trick" if any(" " in cell for row in rows for cell in row) else "")
    out.line(f"{table.nodes:,} nodes" + ("" if table.exact else "; ?: not settled within them"))
