"""The topics of conditions: what conditions say about each, and which must be stated."""

from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime

from punto.clause import Cited, Clauses, Reason, Refused, merged
from punto.error_codes import ErrorCode
from punto.money import dollars
from punto.rulebook.elect import TableRules
from punto.rulebook.schema.tournament.entry import Entry
from punto.rulebook.tournament_policies import Refunds, SeatedBy, Stated, StatedIf
from punto.tournament.conditions import Conditions, Prize
from punto.tournament.entry.overrides import set_aside
from punto.tournament.rules import law
from punto.tournament.tournament import Tournament

Says = Callable[[Conditions], str | None]


def moment_text(at: int) -> str:
    """Return a moment as people write it."""
    return datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%d %H:%M")


def _amount(before: str, cents: int | None, behind: str = "") -> str | None:
    return None if cents is None else f"{before}{dollars(cents)}{behind}"


def _limits(conditions: Conditions) -> str | None:
    least, most = conditions.minimum_cents, conditions.maximum_cents
    if least is None or most is None:
        return None
    return f"minimum {dollars(least)}, maximum {dollars(most)}"


def _rises(conditions: Conditions) -> str | None:
    """Return from when limits rise; a rise that names no coup has no point."""
    if not conditions.rises or any(rise.from_coup is None for rise in conditions.rises):
        return None
    return "; ".join(
        f"from coup {rise.from_coup} minimum {dollars(rise.minimum_cents)}, "
        f"maximum {dollars(rise.maximum_cents)}"
        for rise in conditions.rises
    )


def _rounds(conditions: Conditions) -> str | None:
    parts = [
        one.name if one.advance is None else f"{one.name}: {one.advance} go on"
        for one in conditions.rounds
    ]
    return "; ".join(parts) or conditions.texts.get("rounds")


def _tables(conditions: Conditions) -> str | None:
    if not conditions.rounds or any(one.tables is None for one in conditions.rounds):
        return conditions.texts.get("tables")
    return "; ".join(f"{one.name}: {one.tables} tables" for one in conditions.rounds)


def _commission(conditions: Conditions) -> str | None:
    where = "on top of each fee" if conditions.commission_on_top else "of each fee"
    return _amount("commission ", conditions.commission_cents, f" {where}")


def _yes(value: bool | None, name: str) -> str | None:
    return None if value is None else f"{name}: {'yes' if value else 'no'}"


def _number(value: int | None, name: str) -> str | None:
    return None if value is None else f"{name}: {value}"


def _buy_back(conditions: Conditions) -> str | None:
    offer = conditions.buy_back
    if offer is None:
        return None
    if not offer.times:
        return "no buying back"
    until = f", up to session {offer.until_session}" if offer.until_session is not None else ""
    return f"buying back {offer.times} times for {dollars(offer.cents)}{until}"


def _repechage(conditions: Conditions) -> str | None:
    if conditions.secondary_places is None:
        return conditions.texts.get("repechage")
    return f"{conditions.secondary_places} go on from a second chance"


def _withdrawal(conditions: Conditions) -> str | None:
    if conditions.withdraw_until is None:
        return conditions.texts.get("withdrawal_period")
    return f"fees go back until {moment_text(conditions.withdraw_until)}"


def _prizes(conditions: Conditions) -> str | None:
    return "; ".join(f"{prize.place}: {_prize(prize)}" for prize in conditions.prizes) or None


def _prize(prize: Prize) -> str:
    parts = []
    if prize.share is not None:
        whole, rest = divmod(prize.share, 100)
        parts.append(f"{whole}.{rest:02d}%" if rest else f"{whole}%")
    if prize.cents is not None:
        parts.append(dollars(prize.cents))
    if prize.goods is not None:
        parts.append(prize.goods)
    return " and ".join(parts)


def _guarantee(conditions: Conditions) -> str | None:
    parts = []
    if conditions.guarantee_cents is not None:
        entries = conditions.guarantee_entries
        parts.append(f"pool of {dollars(conditions.guarantee_cents)} from {entries} entries")
    if conditions.reserves_cancel:
        parts.append("may be called off with fewer")
    return "; ".join(parts) or None


def _start(conditions: Conditions) -> str | None:
    return None if conditions.start is None else f"starts {moment_text(conditions.start)}"


def _length(conditions: Conditions) -> str | None:
    length = conditions.session
    return None if length is None else f"sessions of {length.number} {length.unit}"


# What conditions say about a topic, or nothing; other topics are texts that only people read.
_SAID: dict[str, Says] = {
    "start": _start,
    "rounds": _rounds,
    "session_length": _length,
    "tables": _tables,
    "repechage": _repechage,
    "entry_fee": lambda said: _amount("entry fee ", said.entry_fee_cents),
    "commission": _commission,
    "chips": lambda said: _amount("", said.chips_cents, " in chips"),
    "compulsory_wager": lambda said: _yes(said.compulsory, "compulsory wager"),
    "limits": _limits,
    "limit_rises": _rises,
    "wagering_order": lambda said: _yes(said.wagering_order, "wagering in order"),
    "pass_cards": lambda said: _number(said.pass_cards, "pass cards"),
    "secret_wagers": lambda said: _number(said.secret_wagers, "secret wagers a session"),
    "buy_back": _buy_back,
    "withdrawal_period": _withdrawal,
    "entrants_min": lambda said: _number(said.entrants_min, "least number of entrants"),
    "entrants_max": lambda said: _number(said.entrants_max, "greatest number of entrants"),
    "prizes": _prizes,
    "guarantee": _guarantee,
}
# Topics that not every tournament has: when they are due where a rulebook wants them.
_APPLIES: dict[str, Callable[[Conditions], bool]] = {
    "limit_rises": lambda said: bool(said.rises),
    "right_to_refuse": lambda said: said.reserves_refusal,
    "selection_criteria": lambda said: said.selects,
}


def said_about(conditions: Conditions, topic: str) -> str | None:
    """Return what conditions say about a topic, nothing if they leave it out."""
    if topic in _SAID:
        return _SAID[topic](conditions)
    return conditions.texts.get(topic, "").strip() or None


def missing(entry: Entry, conditions: Conditions) -> Iterator[tuple[str, Clauses]]:
    """Yield each topic that must be stated and is not, with its clauses."""
    for topic, held in entry.topics.items():
        if _due(topic, held, conditions) and said_about(conditions, topic) is None:
            yield topic, held.clause


def _due(topic: str, held: Cited[Stated] | Cited[StatedIf], conditions: Conditions) -> bool:
    if held.value == Stated.MUST:
        return True
    applies = _APPLIES.get(topic)
    return held.value == StatedIf.IF_APPLICABLE and applies is not None and applies(conditions)


def check_complete(entry: Entry, conditions: Conditions) -> None:
    """Refuse conditions that leave out what they must state, naming everything they leave out."""
    left_out = list(missing(entry, conditions))
    if left_out:
        due = entry.due.clause if entry.due else ()
        clauses = merged(*(clause for _, clause in left_out), due)
        raise not_stated([topic for topic, _ in left_out], clauses)


def not_stated(topics: Sequence[str], clauses: Clauses) -> Refused:
    """Return the refusal of conditions that leave out what they must state."""
    named = ", ".join(topic.replace("_", " ") for topic in topics)
    return Refused(ErrorCode.CONDITION_MISSING, clauses, f"the conditions do not state: {named}")


def terms(rules: TableRules, tournament: Tournament) -> tuple[Reason, ...]:
    """Return what is published; nothing while nothing is."""
    if not tournament.floor.published:
        return ()
    topics = law(rules.edition).entry.topics
    lines = ((held, said_about(tournament.conditions, topic)) for topic, held in topics.items())
    stated = tuple(Reason(text, held.clause) for held, text in lines if text is not None)
    return (*stated, *set_aside(rules.edition, tournament.conditions))


def from_start(rules: TableRules, conditions: Conditions | None = None) -> Clauses:
    """Return the clauses of deadlines that count from the start; without conditions, of any."""
    data = law(rules.edition)
    money, seating = data.money, data.seating
    found: list[Clauses] = []
    charges = conditions is None or conditions.entry_fee_cents or conditions.buy_in_cents
    if money.refunds.value is Refunds.IN_TIME and charges:
        found.append(money.withdrawal_days.clause if money.withdrawal_days else ())
    # Where conditions have no start to name, seats are taken by the time that is announced.
    published = data.entry.topics.start is not None
    if published and seating.seated_by.value is SeatedBy.PUBLISHED_START:
        found.append(seating.seated_by.clause)
    return merged(*found)


def check_start_stated(rules: TableRules, conditions: Conditions) -> None:
    """Refuse conditions that name no start although a deadline counts from it."""
    clause = from_start(rules, conditions)
    if conditions.start is None and clause:
        raise not_stated(["start"], clause)
