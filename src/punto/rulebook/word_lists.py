"""The lists of words that a rulebook gives: which words a field of a command may hold."""

from collections.abc import Callable, Iterable
from enum import StrEnum
from typing import Any

from punto.clause import Cited
from punto.rulebook.policies import RifflePoint
from punto.rulebook.schema import Edition


class WordList(StrEnum):
    """A list of a rulebook, or of words that are the same in every rulebook."""

    AGREEMENT = "agreement"
    APPROVAL = "approval"
    AUTHORITY = "authority"
    BANK = "bank"
    BREACH = "breach"
    BURN = "burn"
    CHECK = "check"
    CURE = "cure"
    CURE_STEP = "cure_step"
    DETENTION = "detention"
    DISPLAYED_RESULT = "displayed_result"
    DISQUALIFICATION = "disqualification"
    FLAW = "flaw"
    GROUND = "ground"
    INCIDENT = "incident"
    INSPECTOR_CHANNEL = "inspector_channel"
    LIMIT = "limit"
    MATTER = "matter"
    METHOD = "method"
    RIFFLE_POINT = "riffle_point"
    ROLE_ON_DUTY = "role_on_duty"
    RULES_SHOWN = "rules_shown"
    SETTLEMENT = "settlement"
    SUPPLY = "supply"
    TRIGGER = "trigger"
    VOID_GROUND = "void_ground"


def words_in(edition: Edition, which: WordList) -> tuple[str, ...]:
    """Return the words of a list, none where a rulebook does not have it."""
    return tuple(str(word) for word in _WORDS[which](edition))


def cited(datum: Cited[Any] | None) -> tuple[object, ...]:
    """Return the values of a datum, none where a rulebook does not have it."""
    if datum is None:
        return ()
    return datum.value if isinstance(datum.value, tuple) else (datum.value,)


def _burns(edition: Edition) -> Iterable[str]:
    return edition.shoe.burn.procedures if edition.shoe and edition.shoe.burn else ()


def _grounds(edition: Edition) -> tuple[object, ...]:
    fraud = ("fraud",) if edition.says.fraud else ()
    return (*cited(edition.conduct.disruptions), *fraud)


def _roles(edition: Edition) -> list[str]:
    exempt = (kind.exempt_on_duty for kind in edition.conduct.incidents.values())
    return sorted({role for roles in exempt for role in roles})


def _of(part: Any, name: str) -> tuple[object, ...]:
    """Return the values of a datum in a part that a rulebook may lack."""
    return cited(getattr(part, name)) if part else ()


_WORDS: dict[WordList, Callable[[Edition], Iterable[object]]] = {
    WordList.AGREEMENT: lambda edition: cited(edition.opening.bank_agreement),
    WordList.APPROVAL: lambda edition: edition.opening.approvals,
    WordList.AUTHORITY: lambda edition: cited(edition.opening.approved_by),
    WordList.BANK: lambda edition: cited(edition.opening.bank_held_by),
    WordList.BREACH: lambda edition: (
        edition.tournament.conduct.breaches if edition.tournament else ()
    ),
    WordList.BURN: _burns,
    WordList.CHECK: lambda edition: edition.opening.checklist,
    WordList.CURE: lambda edition: _of(edition.mispayments, "cured_by"),
    WordList.CURE_STEP: lambda edition: _of(edition.mispayments, "attempt_steps"),
    WordList.DETENTION: lambda edition: cited(edition.conduct.detained_until),
    WordList.DISPLAYED_RESULT: lambda _: ("player", "banker", "tie"),
    WordList.DISQUALIFICATION: lambda edition: (
        edition.tournament.conduct.causes if edition.tournament else ()
    ),
    WordList.FLAW: lambda edition: edition.wagering.flaws,
    WordList.GROUND: _grounds,
    WordList.INCIDENT: lambda edition: edition.conduct.incidents,
    WordList.INSPECTOR_CHANNEL: lambda edition: cited(edition.conduct.inspector_told_by),
    WordList.LIMIT: lambda _: ("maximum", "cap", "area_maximum"),
    WordList.MATTER: lambda edition: cited(edition.conduct.left_to_operator),
    WordList.METHOD: lambda edition: edition.deal.methods if edition.deal else (),
    WordList.RIFFLE_POINT: lambda _: RifflePoint,
    WordList.ROLE_ON_DUTY: _roles,
    WordList.RULES_SHOWN: lambda _: ("rules", "draw_table"),
    WordList.SETTLEMENT: lambda edition: cited(edition.settlement.schemes),
    WordList.SUPPLY: lambda edition: cited(edition.shoe.supplies if edition.shoe else None),
    WordList.TRIGGER: lambda edition: _of(edition.late_errors, "triggers"),
    WordList.VOID_GROUND: lambda edition: edition.conduct.void_grounds,
}
