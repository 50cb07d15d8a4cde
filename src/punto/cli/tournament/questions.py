"""The questions for a director before a tournament, each with its clause and reason."""

from collections.abc import Iterator, Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

from msgspec import Struct

from punto.clause import Clauses, merged
from punto.cli.tournament import answer_parsers as read
from punto.cli.tournament.answer_parsers import LEFT_OUT, Reads
from punto.cli.tournament.round_proposal import proposed_rounds
from punto.rehearsal.conditions import AHEAD_SECONDS, NOON
from punto.rulebook.elect import TableRules
from punto.rulebook.keys import meanings
from punto.rulebook.schema.tournament.entry import Topics
from punto.rulebook.tournament_policies import HouseKeeps, LengthUnit
from punto.tournament.entry.topics import start_deadline_clauses
from punto.tournament.rules import tournament_section

FIELD = 100


class Question(Struct, frozen=True):
    """A question: where its answer stands, about which topic, what it is answered by itself.

    A question is asked where the rulebook has its topic; ``always`` where nothing can be played
    without an answer.
    """

    key: str
    topic: str | None
    text: str
    default: str
    reads: Reads = read.words
    always: bool = False


class Asked(Struct, frozen=True):
    """A question as a rulebook has it: its clauses, and what it is about."""

    question: Question
    clause: Clauses
    why: str
    must: bool


# Questions whose answers are numbers and yes or no, in the order in which a director thinks.
_FIGURES = (
    Question("conditions.start", "start", "Start (day and time)", LEFT_OUT, read.point_in_time),
    Question("conditions.entry_fee", "entry_fee", "Entry fee in dollars", "220", read.amount, True),
    Question(
        "conditions.commission", "commission", "Commission of each fee", LEFT_OUT, read.amount
    ),
    Question("conditions.entrants_min", "entrants_min", "Least entrants", "2", read.number),
    Question("conditions.entrants_max", "entrants_max", "Most entrants", str(FIELD), read.number),
    Question("conditions.chips", "chips", "Chips for a session", "10000", read.amount, True),
    Question("conditions.minimum", "limits", "Minimum wager", "100", read.amount, True),
    Question("conditions.maximum", "limits", "Maximum wager", "5000", read.amount, True),
    Question(
        "conditions.rises",
        "limit_rises",
        "Rises of the limits (11: 200-10000)",
        LEFT_OUT,
        read.rises,
    ),
    Question("conditions.session", "session_length", "Session", "20 coups", read.length, True),
    Question("conditions.rounds", "rounds", "Rounds", "", read.rounds, True),
    Question(
        "conditions.compulsory", "compulsory_wager", "A wager on every coup", "yes", read.yes_no
    ),
    Question("conditions.wagering_order", "wagering_order", "Wager in order", "yes", read.yes_no),
    Question("conditions.pass_cards", "pass_cards", "Pass cards for everybody", "0", read.number),
    Question(
        "conditions.secret_wagers", "secret_wagers", "Secret wagers a session", "1", read.number
    ),
    Question("conditions.buy_back", "buy_back", "Buying back", "none", read.buy_back),
    Question("conditions.prizes", "prizes", "Prizes", "50% 30% 20%", read.prizes, True),
    Question("conditions.guarantee", "guarantee", "Guaranteed pool", LEFT_OUT, read.guarantee),
)
# Topics that only people read, and what is proposed for each.
_TEXTS = {
    "dealing_method": ("Way of dealing", "as elected for the tables of the tournament"),
    "progression": ("Progression", "those with most chips at each table go on"),
    "repechage": ("Further chances", "none"),
    "table_allocation": ("Tables and places", "drawn by lot before each session"),
    "eligibility": ("Who may enter", "only people who may enter the casino and gamble there"),
    "right_to_refuse": ("Right to refuse an application", LEFT_OUT),
    "selection_criteria": ("By what entrants are chosen", LEFT_OUT),
    "terms_of_entry": ("Terms of entry", "as printed on the entry form"),
    "withdrawal_period": ("Withdrawing", "an entry fee is not given back"),
    "application_form": ("How to apply", "on the entry form, at the tournament desk"),
    "prize_allocation": ("How prizes are given out", "by place, after the final"),
    "prize_payment": ("How prizes are paid", "by cheque or bank transfer"),
    "precedence": (
        "What prevails",
        "run by the tournament manager under these conditions and the rules, which prevail",
    ),
}


def questions(rules: TableRules) -> Iterator[Asked]:
    """Yield the questions for a director under a rulebook, in order."""
    named = Question("name", None, "Name of the tournament", f"{rules.edition.id} tournament")
    yield Asked(named, (), "what it is announced under", must=True)
    schemes = rules.edition.settlement.schemes
    if len(schemes.value) > 1:
        text = f"Settlement ({', '.join(schemes.value)})"
        settled = Question("elect.settlement", None, text, str(schemes.value[0]))
        yield Asked(settled, schemes.clause, "how Banker wagers are settled", must=True)
    for question in _FIGURES:
        yield from _topic_question(rules, question)
    for topic, (text, default) in _TEXTS.items():
        yield from _topic_question(
            rules, Question(f"conditions.texts.{topic}", topic, text, default)
        )
    yield from _retention_question(rules)
    yield from _approval_questions(rules)


def _topic_question(rules: TableRules, question: Question) -> Iterator[Asked]:
    topic = question.topic or ""
    held = tournament_section(rules.edition).entry.topics.get(topic)
    counted = start_deadline_clauses(rules) if topic == "start" else ()
    if held is None and not question.always and not counted:
        return
    must = bool(counted) or (held is not None and held.value == "must")
    clause = merged(held.clause if held is not None else (), counted)
    yield Asked(question, clause, meanings(Topics)[topic].rstrip("."), must=must)


def _retention_question(rules: TableRules) -> Iterator[Asked]:
    """Yield the question about the share of the fees that the house keeps, if it may."""
    money = tournament_section(rules.edition).money
    share = money.keeps_percent_max
    if money.keeps.value is HouseKeeps.SHARE_OF_FEES and share:
        text = f"Share of the fees that the house keeps (up to {share.value}%)"
        question = Question("retention", None, text, LEFT_OUT, read.share)
        yield Asked(question, share.clause, "what is left of the fees is the pool", must=False)


def _approval_questions(rules: TableRules) -> Iterator[Asked]:
    """Yield the questions about the approval of the conditions, if one is required."""
    says = tournament_section(rules.edition).says
    if says.conditions_approved:
        reference = Question(
            "approvals.conditions.reference", None, "Approval of the conditions", LEFT_OUT
        )
        yield Asked(reference, says.conditions_approved, "its reference", must=False)
        given = Question("approvals.conditions.given", None, "Given on (2026-05-01)", LEFT_OUT)
        yield Asked(given, says.conditions_approved, "the day of the approval", must=False)


def proposed(rules: TableRules, asked: Asked, so_far: Mapping[str, Any]) -> str:
    """Return the proposed answer to a question, given the answers before it."""
    key = asked.question.key
    if key == "conditions.start" and asked.must:
        return proposed_start()
    if key == "conditions.rounds":
        most = so_far.get("conditions.entrants_max", FIELD)
        return proposed_rounds(most if isinstance(most, int) else FIELD, rules.seats)
    if key == "conditions.session":
        return proposed_session(rules)
    return asked.question.default


def proposed_start() -> str:
    """Return a proposed start: noon, as far ahead as tournaments are announced."""
    day = datetime.now(UTC) + timedelta(seconds=AHEAD_SECONDS)
    return f"{day:%Y-%m-%d} {NOON}"


def proposed_session(rules: TableRules) -> str:
    """Return the proposed length of a session, in a unit of the rulebook."""
    units = tournament_section(rules.edition).seating.session_units.value
    return "20 coups" if LengthUnit.COUPS in units else "40 minutes"
