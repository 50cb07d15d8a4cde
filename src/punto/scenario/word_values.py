"""The values that the words of a scenario may have, as the rulebooks and the types give them."""

from collections.abc import Callable, Iterable

from msgspec import Struct

from punto.rulebook import load
from punto.rulebook.elections import Origin
from punto.rulebook.policies import RifflePoint
from punto.rulebook.schema import Edition
from punto.rulebook.vocabulary import Source, Supply
from punto.rulebook.word_lists import WordList, cited, words_in
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


# Words whose values a rulebook gives, each with the command or key in which it is written.
_OF_RULEBOOKS: dict[str, tuple[str, Values | WordList]] = {
    "title": ("`by`, `people`, `approved_by`", lambda edition: sorted(known_titles(edition))),
    "wager": (
        "`place_wager`, `withdraw_wager`, `claim_wager`",
        lambda edition: edition.wagers,
    ),
    "offer": ("`elect`, `restrict_offer`", lambda edition: edition.offers),
    "settlement": ("`elect`, `post_notice`, `change_sign`", WordList.SETTLEMENT),
    "method": ("`elect`, `dealt`, `change_method`", WordList.METHOD),
    "decks": ("`elect`", lambda edition: cited(edition.cards.decks if edition.cards else None)),
    "layout": ("`elect`", lambda edition: cited(edition.table.layouts if edition.table else None)),
    "seats": ("`elect`", lambda edition: cited(edition.table.seats if edition.table else None)),
    "procedure": ("`burn`", WordList.BURN),
    "flaw": ("`find_invalid`", WordList.FLAW),
    "trigger": ("`report_error`", WordList.TRIGGER),
    "ground": ("`invalidate_result`", WordList.GROUND),
    "matter": ("`record_decision`", WordList.MATTER),
    "because": ("`void_coup`", WordList.VOID_GROUND),
    "kind": ("`report_incident`", WordList.INCIDENT),
    "role": ("`report_incident`, exempt on duty", WordList.ROLE_ON_DUTY),
    "to": ("`hand_over`", WordList.DETENTION),
    "report": ("`find_card`, `void_shoe`", WordList.INSPECTOR_CHANNEL),
    "item": ("`attest`", WordList.CHECK),
    "approval": ("`record_approval`, its `item`", WordList.APPROVAL),
    "authority": ("`record_approval`", WordList.AUTHORITY),
    "bank": ("`open_table`", WordList.BANK),
    "agreement": ("`open_table`", WordList.AGREEMENT),
    "how": ("`cure_mispayment`", WordList.CURE),
    "steps": ("`cure_mispayment`", WordList.CURE_STEP),
}


def of_rulebooks() -> list[Word]:
    """Return the words whose values rulebooks give, for each rulebook that has any."""
    editions = [load.load(name) for name in load.ids()]
    words = []
    for name, (where, values) in _OF_RULEBOOKS.items():
        for edition in editions:
            if isinstance(values, WordList):
                allowed = words_in(edition, values)
            else:
                allowed = tuple(map(str, values(edition)))
            if allowed:
                words.append(Word(name, where, allowed, edition.id))
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
        Word("register", "`expect`, besides the kinds of incidents", _entry_names()),
    ]


def _entry_names() -> tuple[str, ...]:
    """Return the names of register entries; an incident has the name of its own kind."""
    kinds = {*RegisterEntry.__subclasses__()} - {IncidentRecorded}
    return tuple(sorted(kind.entry_name() for kind in kinds))
