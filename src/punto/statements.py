"""Which fields of commands are statements: what a log may hold only because a person said it.

No form, default or shorthand fills such a field in. A scenario is written by an author, who makes
the statements of everybody in it.
"""

from collections.abc import Iterator
from enum import StrEnum
from typing import Any

from msgspec import NODEFAULT, Struct, to_builtins
from msgspec.structs import fields


class Statement(StrEnum):
    """What sort of statement a field holds."""

    CONSENT = "consent"
    REQUEST = "request"
    ATTESTATION = "attestation"
    COUNT = "count"
    CUT = "cut"
    READING = "reading"
    SIGNATURE = "signature"
    REASON = "reason"


_CONSENT, _REQUEST, _COUNT = Statement.CONSENT, Statement.REQUEST, Statement.COUNT
_ATTESTATION, _READING, _REASON = Statement.ATTESTATION, Statement.READING, Statement.REASON

# By the name of a field, whichever command it belongs to.
_ANYWHERE: dict[str, Statement] = {
    **dict.fromkeys(("agreed", "agreement", "approved_by", "same_back_approved_by"), _CONSENT),
    **dict.fromkeys(("keep", "satisfied"), _CONSENT),
    **dict.fromkeys(("requested_by", "asked"), _REQUEST),
    **dict.fromkeys(("count", "since", "forgotten", "pieces", "collected_cents"), _COUNT),
    **dict.fromkeys(("paid_cents", "chips_cents"), _COUNT),
    **dict.fromkeys(("card", "faces", "damaged", "replacements", "shows"), _READING),
    **dict.fromkeys(("marker", "surveillance_told", "advised", "told", "present"), _ATTESTATION),
    **dict.fromkeys(("complete", "disadvantaged", "spare", "practicable"), _ATTESTATION),
    **dict.fromkeys(("eligible", "found", "reached", "means", "conditions_met"), _ATTESTATION),
    **dict.fromkeys(("intentional", "suspected", "identified", "how", "steps"), _ATTESTATION),
    **dict.fromkeys(("authority", "reference", "given", "bank", "rank", "report"), _ATTESTATION),
    **dict.fromkeys(("back", "backs", "unfit", "keeps_rules", "on_duty", "period"), _ATTESTATION),
    **dict.fromkeys(("slip", "brought_by", "taken_by", "counted_with", "whom"), _ATTESTATION),
    **dict.fromkeys(("matter", "facts", "flaw", "meant", "trigger"), _ATTESTATION),
    **dict.fromkeys(("text", "note", "reason", "ground", "because", "opinion", "cause"), _REASON),
    **dict.fromkeys(("ruling", "decision", "purpose"), _REASON),
    "signed": Statement.SIGNATURE,
}
# With one command only: elsewhere the same word is something else.
_OF: dict[tuple[str, str], Statement | None] = {
    ("cut", "at"): Statement.CUT,
    ("cut_rest", "at"): Statement.CUT,
    ("attest", "item"): _ATTESTATION,
    ("record_approval", "item"): _ATTESTATION,
    ("file_approval", "item"): _ATTESTATION,
    ("file_approval", "cents"): _ATTESTATION,
    ("verify_cards", "faces"): _COUNT,
    ("fill_float", "cents"): _COUNT,
    ("credit_float", "cents"): _COUNT,
    ("count_float", "cents"): _COUNT,
    ("exchange_voucher", "conditions"): _READING,
    ("exchange_voucher", "voucher_cents"): _READING,
    ("rebuild_coup", "order"): _READING,
    ("replace_cards", "cards"): _READING,
    ("sign_off_cards", "cards"): _READING,
    ("find_card", "kind"): _ATTESTATION,
    ("report_incident", "kind"): _ATTESTATION,
    ("report_breach", "kind"): _ATTESTATION,
    ("report_error", "kind"): _ATTESTATION,
    ("report_missed", "what"): _ATTESTATION,
    ("report_mispass", "to"): _ATTESTATION,
    ("hand_over", "to"): _ATTESTATION,
    ("hand_in_form", "words"): _ATTESTATION,
    # Chips that are set for a play-off are a decision, and nothing that was counted.
    ("order_play_off", "chips_cents"): None,
}


def statement(command: str, field: str) -> Statement | None:
    """Return what sort of statement a field of a command is; nothing where it is none."""
    name = (command, field)
    return _OF[name] if name in _OF else _ANYWHERE.get(field)


def unsaid(command: Struct) -> dict[str, Any]:
    """Return a command as its fields, without the statements that a person has to make."""
    given: dict[str, Any] = to_builtins(command, str_keys=True)
    said = set(said_in(command))
    return {key: value for key, value in given.items() if key not in said}


def said_in(command: Struct) -> Iterator[str]:
    """Yield the fields of a command that hold a statement: more than if nobody had spoken."""
    tag = str(command.__struct_config__.tag)
    for field in fields(command):
        if statement(tag, field.name) is None:
            continue
        unsaid = field.default
        if unsaid is NODEFAULT and field.default_factory is not NODEFAULT:
            unsaid = field.default_factory()
        if getattr(command, field.name) != unsaid:
            yield field.name
