"""Which edition was in force on a day: yes, no, or unknown with the evidence."""

from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from enum import StrEnum

from msgspec import Struct

from punto.clause import Clauses, Malformed, merged
from punto.rulebook.schema import Edition, Instrument


class Answer(StrEnum):
    """Whether an edition was in force, as far as it is known."""

    IN_FORCE = "in_force"
    NOT_IN_FORCE = "not_in_force"
    UNKNOWN = "unknown"


class Standing(Struct, frozen=True):
    """The status of an edition on a day, and why."""

    rulebook: str
    answer: Answer
    why: str
    clause: Clauses


class InForce(Struct, frozen=True):
    """The answer for a jurisdiction on a day, with the status of each edition."""

    jurisdiction: str
    date: date
    answer: Answer
    editions: tuple[Standing, ...]


def in_force(
    editions: Sequence[Edition],
    jurisdiction: str,
    day: date,
    notified: Mapping[str, date] | None = None,
) -> InForce:
    """Return which editions were in force on a day.

    ``notified`` are dates of notification that the user entered, by rulebook id.
    """
    entered = dict(notified or {})
    candidates = [
        edition for edition in editions if edition.instrument.jurisdiction == jurisdiction
    ]
    if not candidates:
        jurisdictions = sorted({edition.instrument.jurisdiction for edition in editions})
        hint = f"known: {', '.join(jurisdictions)}"
        raise Malformed(f"no rulebook of jurisdiction {jurisdiction!r} is held", hint)
    for name, notified_on in entered.items():
        _check_notified(
            {edition.id: edition.instrument for edition in candidates}, name, notified_on
        )
    statuses = tuple(
        standing(edition.instrument, day, entered.get(edition.id)) for edition in candidates
    )
    answers = {edition.answer for edition in statuses}
    for answer in (Answer.IN_FORCE, Answer.UNKNOWN, Answer.NOT_IN_FORCE):
        if answer in answers:
            return InForce(jurisdiction, day, answer, statuses)
    raise AssertionError(answers)


def _check_notified(instruments: Mapping[str, Instrument], name: str, when: date) -> None:
    instrument = instruments.get(name)
    if instrument is None or instrument.starts_days_after_notification is None:
        raise Malformed(f"{name}: no edition here starts by its notification")
    if instrument.made and when < instrument.made.value:
        made = instrument.made.value
        raise Malformed(f"{name} was made on {made} and cannot have been notified on {when}")


def standing(instrument: Instrument, day: date, notified: date | None) -> Standing:
    """Return the status of an edition on a day."""
    made, evidence = instrument.made, instrument.evidence

    def status(answer: Answer, reason: str, *clauses: Clauses) -> Standing:
        return Standing(instrument.id, answer, reason, merged(*clauses, evidence.clause))

    earlier = [predecessor for predecessor in instrument.replaces if predecessor.notified <= day]
    earlier_clauses = merged(*(predecessor.clause for predecessor in earlier))
    gap_text = "".join(
        f"; before it {predecessor.name} (notified {predecessor.notified}), whose text is not held "
        "and which it revokes"
        for predecessor in earlier
    )
    if made and day < _earliest(instrument, made.value):
        before = instrument.before_made
        assert before is not None
        reason = f"it was made on {made.value}"
        if Answer(before.value) is Answer.UNKNOWN:
            reason += "; an earlier text existed and is not held"
        return status(
            Answer(before.value), reason + gap_text, made.clause, before.clause, earlier_clauses
        )
    if instrument.effective:
        start = instrument.effective.value
        if day < start:
            return status(Answer.NOT_IN_FORCE, f"effective {start}", instrument.effective.clause)
        reason = f"effective {start}; no later instrument is held"
        return status(Answer.IN_FORCE, reason, instrument.effective.clause)
    starts = instrument.starts_days_after_notification
    if starts and notified:
        start = notified + timedelta(days=min(starts.value, (date.max - notified).days))
        reason = f"notified {notified} (as entered), so it starts on {start}"
        if day < start:
            return status(Answer.NOT_IN_FORCE, reason + gap_text, starts.clause, earlier_clauses)
        return status(Answer.IN_FORCE, f"{reason}; no later instrument is held", starts.clause)
    return status(
        Answer.UNKNOWN, evidence.value + gap_text, starts.clause if starts else (), earlier_clauses
    )


def _earliest(instrument: Instrument, made: date) -> date:
    """Return the first day on which an instrument can possibly run."""
    starts = instrument.starts_days_after_notification
    return made + timedelta(days=starts.value) if starts else made
