"""The values that the words of a scenario may have, as the rulebooks and the types give them."""

from collections.abc import Callable, Iterable
from typing import Any

from msgspec import Struct

from punto.clause import Cited
from punto.rulebook import load
from punto.rulebook.elections import Origin
from punto.rulebook.policies import RifflePoint
from punto.rulebook.schema import Edition
from punto.rulebook.vocabulary import Source, Supply
from punto.scenario.expect import PHASES
from punto.scenario.table import OTHERS
from punto.shoe import Stage
from punto.table.audience import Audience
from punto.table.authority import known_titles
from punto.table.open_issues import DISPUTE_STATES, BlockKind
from punto.table.register import IncidentRecorded, RegisterEntry


class Word(Struct, frozen=True):
    """A word of the language that takes one of several values, and where it is written."""

    name: str
    where: str
    values: tuple[str, ...]
    rulebook: str | None = None


Values = Callable[[Edition], Iterable[object]]


def _cited(datum: Cited[Any] | None) -> tuple[object, ...]:
    """Return the values of a datum, none where a rulebook does not have it."""
    if datum is None:
        return ()
    return datum.value if isinstance(datum.value, tuple) else (datum.value,)


def _grounds(edition: Edition) -> tuple[object, ...]:
    fraud = ("fraud",) if edition.says.fraud else ()
    return (*_cited(edition.conduct.disruptions), *fraud)


def _roles(edition: Edition) -> list[str]:
    exempt = (kind.exempt_on_duty for kind in edition.conduct.incidents.values())
    return sorted({role for roles in exempt for role in roles})


def _burns(edition: Edition) -> Iterable[str]:
    return edition.shoe.burn.procedures if edition.shoe and edition.shoe.burn else ()


# Words whose values a rulebook gives, each with the command or key in which it is written.
_OF_RULEBOOKS: dict[str, tuple[str, Values]] = {
    "title": ("`by`, `people`, `approved_by`", lambda edition: sorted(known_titles(edition))),
    "wager": (
        "`place_wager`, `withdraw_wager`, `claim_wager`",
        lambda edition: edition.wagers,
    ),
    "offer": ("`elect`, `restrict_offer`", lambda edition: edition.offers),
    "settlement": (
        "`elect`, `post_notice`, `change_sign`",
        lambda edition: _cited(edition.settlement.schemes),
    ),
    "method": (
        "`elect`, `dealt`, `change_method`",
        lambda edition: edition.deal.methods if edition.deal else (),
    ),
    "decks": ("`elect`", lambda edition: _cited(edition.cards.decks if edition.cards else None)),
    "layout": ("`elect`", lambda edition: _cited(edition.table.layouts if edition.table else None)),
    "seats": ("`elect`", lambda edition: _cited(edition.table.seats if edition.table else None)),
    "procedure": ("`burn`", _burns),
    "flaw": ("`find_invalid`", lambda edition: edition.wagering.flaws),
    "trigger": (
        "`report_error`",
        lambda edition: _cited(edition.late_errors.triggers if edition.late_errors else None),
    ),
    "ground": ("`invalidate_result`", _grounds),
    "matter": (
        "`record_decision`",
        lambda edition: _cited(edition.conduct.left_to_operator),
    ),
    "because": ("`void_coup`", lambda edition: edition.conduct.void_grounds),
    "kind": ("`report_incident`", lambda edition: edition.conduct.incidents),
    "role": ("`report_incident`, exempt on duty", _roles),
    "to": ("`hand_over`", lambda edition: _cited(edition.conduct.detained_until)),
    "report": (
        "`find_card`, `void_shoe`",
        lambda edition: _cited(edition.conduct.inspector_told_by),
    ),
    "item": ("`attest`", lambda edition: edition.opening.checklist),
    "approval": ("`record_approval`, its `item`", lambda edition: edition.opening.approvals),
    "authority": ("`record_approval`", lambda edition: _cited(edition.opening.approved_by)),
    "bank": ("`open_table`", lambda edition: _cited(edition.opening.bank_held_by)),
    "agreement": ("`open_table`", lambda edition: _cited(edition.opening.bank_agreement)),
    "how": (
        "`cure_mispayment`",
        lambda edition: _cited(edition.mispayments.cured_by if edition.mispayments else None),
    ),
    "steps": (
        "`cure_mispayment`",
        lambda edition: _cited(edition.mispayments.attempt_steps if edition.mispayments else None),
    ),
}


def of_rulebooks() -> list[Word]:
    """Return the words whose values rulebooks give, rulebook by rulebook where they have any."""
    editions = [load.load(name) for name in load.ids()]
    words = []
    for name, (where, values) in _OF_RULEBOOKS.items():
        for edition in editions:
            found = tuple(str(value) for value in values(edition))
            if found:
                words.append(Word(name, where, found, edition.id))
    return words


def of_the_language() -> list[Word]:
    """Return the words whose values are the same whatever the rulebook."""
    audiences = (kind for kind in Audience if kind is not Audience.PATRON)
    return [
        Word("by", "a step, people without a power of their own", tuple(sorted(OTHERS))),
        Word("stage", "a scenario, `expect`", tuple(map(str, Stage))),
        Word("phase", "`expect`, `seen`", PHASES),
        Word("by", "`seen`, or a patron's name", tuple(map(str, audiences))),
        Word("source", "`elect`", tuple(map(str, Source))),
        Word("supply", "`elect`", tuple(map(str, Supply))),
        Word("origin", "`elect`", tuple(map(str, Origin))),
        Word("point", "`riffle`", tuple(map(str, RifflePoint))),
        Word("disputes", "`expect`, a number and", DISPUTE_STATES),
        Word("blocks", "`expect`", tuple(map(str, BlockKind))),
        Word("register", "`expect`, besides the kinds of incidents", _entries()),
    ]


def _entries() -> tuple[str, ...]:
    """Return what lines of the register are called; an incident is called after its own kind."""
    kinds = {*RegisterEntry.__subclasses__()} - {IncidentRecorded}
    return tuple(sorted(kind.entry_name() for kind in kinds))
