"""The names that a report uses again and again, in its language: seats with who sits there, results, labels."""

from __future__ import annotations

from collections.abc import Iterable
from math import isfinite
from typing import TYPE_CHECKING

from rebelote.postmortem.labels import Label, Outcome
from rebelote.wording.speech import Speech, marked, spoken

if TYPE_CHECKING:
    from rebelote.postmortem.analysis import Analysis
    from rebelote.postmortem.luck import Luck

_LABELS = {
    Label.CHANGED: marked("changed the result"),
    Label.MISTAKE: marked("mistake"),
    Label.INACCURACY: marked("inaccuracy"),
    Label.BEST: marked("best"),
    Label.ONLY: marked("only card"),
}
_RESULTS = {
    "made": marked("made"),
    "failed": marked("failed"),
    "hanging": marked("hanging"),
    "misere": marked("misère"),
    "not made": marked("not made"),
    "every trick": marked("every trick"),
    "no trick": marked("no trick"),
    "more": marked("more than half"),
    "half": marked("half"),
    "less": marked("less than half"),
    "open": marked("open"),
}
_VERDICTS = {"unlucky": marked("unlucky"), "avoidable": marked("avoidable"), "unclear": marked("unclear")}


def tags_of(analysis: Analysis) -> dict[str, str]:
    """The free texts of the record that was analysed; none of a deal without one."""
    return {} if analysis.record is None else dict(analysis.record.data.get("tags", {}))


def grouped(number: int) -> str:
    """A large number in groups of three figures, which no line break parts."""
    return f"{number:,}".replace(",", "\u202f")


class Names:
    """The words of a report on one deal.

    ``language`` is one of ``cards.LANGUAGES``: cards have its letters; where there is no catalogue in it, the words
    are English. ``tags``: the free texts of the record, of which ``"0"`` … ``"3"`` name those who sit there. Raises
    ``InputError`` for another language.
    """

    def __init__(self, analysis: Analysis, language: str = "en") -> None:
        self.language = language
        self.speech = Speech(spoken(language), letters=language)
        self.players = analysis.deal.start.players
        self.rules = analysis.deal.start.rules
        self.tags = tags_of(analysis)

    def who(self, seat: int) -> str:
        """A seat by its name alone: North."""
        return self.speech.who(seat, self.players)

    def seat(self, seat: int) -> str:
        """A seat with who sits there: North (Anna)."""
        name = self.tags.get(str(seat), "").strip()
        return f"{self.who(seat)} ({name})" if name else self.who(seat)

    def side(self, seats: Iterable[int]) -> str:
        return self.speech.side(seats, self.players)

    def party(self, party: int) -> str:
        """Those who write together: a partnership, or one player."""
        return self.side(seat for seat in range(self.players) if self.rules.party(seat) == party)

    def label(self, label: Label) -> str:
        return self.speech.say(_LABELS[label])

    def result(self, result: str) -> str:
        """A result by its word; one that is not known is told as it is."""
        return self.speech.say(_RESULTS[result]) if result in _RESULTS else result

    def outcome(self, outcome: Outcome) -> str:
        """A result, with who takes every trick where that counts."""
        if outcome.capot is None:
            return self.result(outcome.result)
        return self.speech.say(
            "{result}, every trick to {side}", result=self.result(outcome.result), side=self.party(outcome.capot)
        )

    def change(self, before: Outcome, after: Outcome) -> str:
        """What a turning point turned: made → failed."""
        return f"{self.outcome(before)} → {self.outcome(after)}"

    def verdict(self, verdict: str) -> str:
        return self.speech.say(_VERDICTS[verdict])

    def percent(self, share: float) -> str:
        return self.speech.say("{n} %", n=round(100 * share))

    def decimal(self, value: float, error: float | None = None) -> str:
        """A mean to one place with its standard error, where that is one and says something."""
        told = f"{value:.1f}" + (f" ± {error:.1f}" if error and isfinite(error) else "")
        return told if self.speech.language == "en" else told.replace(".", ",")

    def luck(self, luck: Luck) -> str:
        """Whether a costly card could have been known to be one, with the figures."""
        say, told = self.speech.say, [self.verdict(luck.verdict)]
        if luck.gap > 0:
            gap = self.decimal(luck.gap, luck.gap_se)
            cards = self.speech.any_of((luck.best.card, *luck.best.same_as))
            on = say("{cards}: {gap} more points on average", cards=cards, gap=gap)
            told.append(
                on if luck.by == "points" else say("{cards}: {gap} more in score on average", cards=cards, gap=gap)
            )
        else:
            told.append(say("no card was better on what could be known"))
        if luck.exact:
            told.append(say("solved: all {n} deals that fit what was known", n=grouped(luck.worlds)))
        else:
            told.append(say("solved: {solved} of {n} deals that fit what was known", solved=grouped(luck.solved),
                            n=grouped(luck.worlds)))  # fmt: skip
        return "; ".join(told)
