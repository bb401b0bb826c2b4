"""The rival's side: solves deals with colver, one JSON line in, one JSON line out.

Runs in a virtual environment of its own, as a child of versus.py, and knows nothing of
rebelote. A question is ``{"mode", "hands": [[cards] of seats 0 … 3], "leader", "trump"}``.

- ``value``: the deal's value under each of the four trumps by ``Env.solve_all_suits``, the one
  call of colver 0.11.1 that searches for the value alone (``action_oracle_dd``, which returns
  only the best card, searches every card with the full window and takes as long as
  ``solve_scores``). Its time is the one that the call itself reports, for all four.
- ``cards``: the value of every lead by ``Env.solve_scores``, timed around the call.

Both start from an empty table each time: the calls make their own. Answers are
``{"ms", "cpu_ms", "values": {trump or card: points of seats 0 and 2}}``, where the points are
colver's, 0 … 252 with the 90 of a capot in them.
"""

from __future__ import annotations

import json
import sys
import time
from typing import Any

from colver import Env  # type: ignore[import-not-found]

TRUMPS = "SHDC"
NORMAL, NOT_DOUBLED = 80, 0


def name(card: int) -> str:
    """colver's card number as rank and suit; its own names are like 10♠."""
    text: str = Env.card_name(card)
    return text[:-1].replace("10", "T") + TRUMPS["♠♥♦♣".index(text[-1])]


NUMBERS = {name(card): card for card in range(32)}


def value(env: Any, _trump: str) -> dict[str, Any]:
    """The value under every trump."""
    before = time.process_time()
    found = env.solve_all_suits()
    cpu = time.process_time() - before
    values = {trump: points[0] for trump, points in zip(TRUMPS, found["suits"], strict=True)}
    return {"ms": found["elapsed_ms"], "cpu_ms": 1000 * cpu, "values": values}


def cards(env: Any, trump: str) -> dict[str, Any]:
    """The value of every card that may be led. The contract's size and owner play no part in it."""
    env.set_contract(TRUMPS.index(trump), NORMAL, 0, NOT_DOUBLED)
    env.set_phase_playing()
    before, start = time.process_time(), time.perf_counter()
    found = env.solve_scores()
    ms, cpu = (
        1000 * (time.perf_counter() - start),
        1000 * (time.process_time() - before),
    )
    return {
        "ms": ms,
        "cpu_ms": cpu,
        "values": {name(card): points for card, points in found["scores"]},
    }


def main() -> None:
    """Answer until the input ends."""
    for line in sys.stdin:
        deal = json.loads(line)
        hands = [[NUMBERS[card] for card in hand] for hand in deal["hands"]]
        dealer = (deal["leader"] + 3) % 4  # the seat after the dealer leads
        env = Env.deal_with_hands(dealer, hands)
        answer = {"value": value, "cards": cards}[deal["mode"]](env, deal["trump"])
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
