"""The topics of conditions: the text of each, and which must be stated."""

from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime

from punto.clause import Cited, Clauses, Reason, Refused, merged
from punto.error_codes import ErrorCode
from punto.money import dollars
from punto.rulebook.elect import TableRules
from punto.rulebook.schema.tournament.entry import Entry
from punto.rulebook.tournament_policies import Refunds, SeatedBy, Stated, StatedIf
from punto.tournament.conditions import Conditions, PlacePrize
from punto.tournament.entry.overrides import override_reasons
from punto.tournament.rules import tournament_section
from punto.tournament.tournament import Tournament

Says = Callable[[Conditions], str | None]


def moment_text(at: int) -> str:
    """Return a moment as text."""
    return datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%d %H:%M")


def _amount_text(prefix: str, cents: int | None, suffix: str = "") -> str | None:
    return None if cents is None else f"{prefix}{dollars(cents)}{suffix}"


def _limits_text(conditions: Conditions) -> str | None:
    minimum, maximum = conditions.minimum_cents, conditions.maximum_cents
    if minimum is None or maximum is None:
        return None
    return f"minimum {dollars(minimum)}, maximum {dollars(maximum)}"


def _rises_text(conditions: Conditions) -> str | None:
    """Return from when limits rise, or ``None`` if a rise does not name its coup."""
    if not conditions.rises or any(rise.from_coup is None for rise in conditions.rises):
        return None
    return "; ".join(
        f"from coup {rise.from_coup} minimum {dollars(rise.minimum_cents)}, "
        f"maximum {dollars(rise.maximum_cents)}"
        for rise in conditions.rises
    )


def _rounds_text(conditions: Conditions) -> str | None:
    parts = [
        round_.name if round_.advance is None else f"{round_.name}: {round_.advance} go on"
        for round_ in conditions.rounds
    ]
    return "; ".join(parts) or conditions.texts.get("rounds")


def _tables_text(conditions: Conditions) -> str | None:
    if not conditions.rounds or any(round_.tables is None for round_ in conditions.rounds):
        return conditions.texts.get("tables")
    return "; ".join(f"{round_.name}: {round_.tables} tables" for round_ in conditions.rounds)


def _commission_text(conditions: Conditions) -> str | None:
    basis = "on top of each fee" if conditions.commission_on_top else "of each fee"
    return _amount_text("commission ", conditions.commission_cents, f" {basis}")


def _yes_no_text(value: bool | None, name: str) -> str | None:
    return None if value is None else f"{name}: {'yes' if value else 'no'}"


def _number_text(value: int | None, name: str) -> str | None:
    return None if value is None else f"{name}: {value}"


def _buy_back_text(conditions: Conditions) -> str | None:
    offer = conditions.buy_back
    if offer is None:
        return None
    if not offer.times:
        return "no buying back"
    until = f", up to session {offer.until_session}" if offer.until_session is not None else ""
    return f"buying back {offer.times} times for {dollars(offer.cents)}{until}"


def _repechage_text(conditions: Conditions) -> str | None:
    if conditions.secondary_places is None:
        return conditions.texts.get("repechage")
    return f"{conditions.secondary_places} go on from a second chance"


def _withdrawal_text(conditions: Conditions) -> str | None:
    if conditions.withdraw_until is None:
        return conditions.texts.get("withdrawal_period")
    return f"fees go back until {moment_text(conditions.withdraw_until)}"


def _prizes_text(conditions: Conditions) -> str | None:
    return "; ".join(f"{prize.place}: {_prize_text(prize)}" for prize in conditions.prizes) or None


def _prize_text(prize: PlacePrize) -> str:
    parts = []
    if prize.share is not None:
        whole, rest = divmod(prize.share, 100)
        parts.append(f"{whole}.{rest:02d}%" if rest else f"{whole}%")
    if prize.cents is not None:
        parts.append(dollars(prize.cents))
    if prize.goods is not None:
        parts.append(prize.goods)
    return " and ".join(parts)


def _guarantee_text(conditions: Conditions) -> str | None:
    parts = []
    if conditions.guarantee_cents is not None:
        entries = conditions.guarantee_entries
        parts.append(f"pool of {dollars(conditions.guarantee_cents)} from {entries} entries")
    if conditions.reserves_cancel:
        parts.append("may be called off with fewer")
    return "; ".join(parts) or None


def _start_text(conditions: Conditions) -> str | None:
    return None if conditions.start is None else f"starts {moment_text(conditions.start)}"


def _length_text(conditions: Conditions) -> str | None:
    length = conditions.session
    return None if length is None else f"sessions of {length.number} {length.unit}"


# The text of conditions about a topic, or ``None``. Other topics are texts that only people read.
_TEXTS: dict[str, Says] = {
    "start": _start_text,
    "rounds": _rounds_text,
    "session_length": _length_text,
    "tables": _tables_text,
    "repechage": _repechage_text,
    "entry_fee": lambda conditions: _amount_text("entry fee ", conditions.entry_fee_cents),
    "commission": _commission_text,
    "chips": lambda conditions: _amount_text("", conditions.chips_cents, " in chips"),
    "compulsory_wager": lambda conditions: _yes_no_text(conditions.compulsory, "compulsory wager"),
    "limits": _limits_text,
    "limit_rises": _rises_text,
    "wagering_order": lambda conditions: _yes_no_text(
        conditions.wagering_order, "wagering in order"
    ),
    "pass_cards": lambda conditions: _number_text(conditions.pass_cards, "pass cards"),
    "secret_wagers": lambda conditions: _number_text(
        conditions.secret_wagers, "secret wagers a session"
    ),
    "buy_back": _buy_back_text,
    "withdrawal_period": _withdrawal_text,
    "entrants_min": lambda conditions: _number_text(
        conditions.entrants_min, "least number of entrants"
    ),
    "entrants_max": lambda conditions: _number_text(
        conditions.entrants_max, "greatest number of entrants"
    ),
    "prizes": _prizes_text,
    "guarantee": _guarantee_text,
}
# Topics that not every tournament has: whether they apply, if a rulebook requires them.
_IS_APPLICABLE: dict[str, Callable[[Conditions], bool]] = {
    "limit_rises": lambda conditions: bool(conditions.rises),
    "right_to_refuse": lambda conditions: conditions.reserves_refusal,
    "selection_criteria": lambda conditions: conditions.selects,
}


def topic_text(conditions: Conditions, topic: str) -> str | None:
    """Return the text of conditions about a topic, or ``None`` if they omit it."""
    if topic in _TEXTS:
        return _TEXTS[topic](conditions)
    return conditions.texts.get(topic, "").strip() or None


def unstated_topics(entry: Entry, conditions: Conditions) -> Iterator[tuple[str, Clauses]]:
    """Yield each missing topic that must be stated, with its clauses."""
    for topic, datum in entry.topics.items():
        if _must_be_stated(topic, datum, conditions) and topic_text(conditions, topic) is None:
            yield topic, datum.clause


def _must_be_stated(
    topic: str, datum: Cited[Stated] | Cited[StatedIf], conditions: Conditions
) -> bool:
    if datum.value == Stated.MUST:
        return True
    applies = _IS_APPLICABLE.get(topic)
    return datum.value == StatedIf.IF_APPLICABLE and applies is not None and applies(conditions)


def check_complete(entry: Entry, conditions: Conditions) -> None:
    """Refuse conditions that omit a required topic. The refusal names all of them."""
    missing_topics = list(unstated_topics(entry, conditions))
    if missing_topics:
        due = entry.due.clause if entry.due else ()
        clauses = merged(*(clause for _, clause in missing_topics), due)
        raise not_stated([topic for topic, _ in missing_topics], clauses)


def not_stated(topics: Sequence[str], clauses: Clauses) -> Refused:
    """Return the refusal of conditions that omit required topics."""
    topic_list = ", ".join(topic.replace("_", " ") for topic in topics)
    return Refused(
        ErrorCode.CONDITION_MISSING, clauses, f"the conditions do not state: {topic_list}"
    )


def published_conditions(rules: TableRules, tournament: Tournament) -> tuple[Reason, ...]:
    """Return the published conditions as reasons; empty before publication."""
    if not tournament.floor.published:
        return ()
    topics = tournament_section(rules.edition).entry.topics
    texts = ((datum, topic_text(tournament.conditions, topic)) for topic, datum in topics.items())
    stated = tuple(Reason(text, datum.clause) for datum, text in texts if text is not None)
    return (*stated, *override_reasons(rules.edition, tournament.conditions))


def start_deadline_clauses(rules: TableRules, conditions: Conditions | None = None) -> Clauses:
    """Return the clauses of deadlines that depend on the start; without conditions, of all."""
    data = tournament_section(rules.edition)
    money, seating = data.money, data.seating
    clauses: list[Clauses] = []
    has_fee = conditions is None or conditions.entry_fee_cents or conditions.buy_in_cents
    if money.refunds.value is Refunds.IN_TIME and has_fee:
        clauses.append(money.withdrawal_days.clause if money.withdrawal_days else ())
    # If conditions need not state a start, the announced time is the deadline for seats.
    published = data.entry.topics.start is not None
    if published and seating.seated_by.value is SeatedBy.PUBLISHED_START:
        clauses.append(seating.seated_by.clause)
    return merged(*clauses)


def check_start_stated(rules: TableRules, conditions: Conditions) -> None:
    """Refuse conditions without a start if a deadline depends on it."""
    clause = start_deadline_clauses(rules, conditions)
    if conditions.start is None and clause:
        raise not_stated(["start"], clause)
