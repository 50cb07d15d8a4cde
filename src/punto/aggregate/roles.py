"""The role of each field of a command: money, a moment, a person, a card, a statement.

The schema and the forms of the server follow from the roles. A statement is what only a person can
say: no program ever fills one in. The author of a scenario makes the statements of everybody in it.
"""

from collections.abc import Sequence
from enum import StrEnum
from functools import cache
from typing import Annotated, Any, TypeVar

from msgspec import Meta, Struct
from msgspec import inspect as shapes
from msgspec.structs import replace

from punto.cards import Card
from punto.rulebook.power import Power
from punto.rulebook.vocabulary import Supply
from punto.rulebook.word_lists import WordList


class Role(StrEnum):
    """What a field of a command holds."""

    MONEY = "money"
    STAKE = "stake"
    """Money that is wagered: more than nothing."""
    MOMENT = "moment"
    DAY = "day"
    """A day such as 2024-06-30."""
    PATRON = "patron"
    ENTRANT = "entrant"
    STAFF = "staff"
    PERSON = "person"
    """Somebody who is known to a house by a key."""
    SOMEBODY = "somebody"
    """Anybody, by name: a patron, staff or an onlooker."""
    TITLE = "title"
    NEWCOMER = "newcomer"
    """Somebody who is not there yet."""
    SEAT = "seat"
    BOX = "box"
    """A betting space, taken or free."""
    TABLE = "table"
    WAGER = "wager"
    LAID_WAGER = "laid_wager"
    """What somebody has wagered on."""
    OFFER = "offer"
    """An optional wager, or several under one name."""
    LAYOUT_WAGER = "layout_wager"
    """The number of a wager on the layout."""
    CARD = "card"
    COUP = "coup"
    INCIDENT = "incident"
    DISPUTE = "dispute"
    MISPAYMENT = "mispayment"
    ROUND = "round"
    PROMOTION = "promotion"
    PRIZE = "prize"
    DUTY = "duty"
    STREAM = "stream"
    """What has a log of its own: a table, a tournament or a house."""
    RULEBOOK = "rulebook"
    COMMITMENT = "commitment"
    """The digest of a seed that is published before."""
    SLIP = "slip"
    LIQUID = "liquid"
    """A volume in centilitres."""
    SHARE = "share"
    """A share in hundredths of a percent."""
    NUMBER = "number"
    TEXT = "text"
    MACHINE = "machine"
    """What no person fills in."""


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


def _role(of: Role) -> Meta:
    return Meta(extra_json_schema={"role": of.value})


def _word(of: WordList) -> Meta:
    return Meta(extra_json_schema={"role": Role.TEXT.value, "list": of.value})


def _approved_under(power: Power) -> Meta:
    return Meta(extra_json_schema={"power": power.value})


def _said(sort: Statement) -> Meta:
    return Meta(extra_json_schema={"statement": sort.value})


Cents = Annotated[int, _role(Role.MONEY)]
StakeCents = Annotated[int, _role(Role.STAKE)]
Moment = Annotated[int, _role(Role.MOMENT)]
PatronName = Annotated[str, _role(Role.PATRON)]
EntrantName = Annotated[str, _role(Role.ENTRANT)]
NewcomerName = Annotated[str, _role(Role.NEWCOMER)]
StaffName = Annotated[str, _role(Role.STAFF)]
PersonKey = Annotated[str, _role(Role.PERSON)]
PersonName = Annotated[str, _role(Role.SOMEBODY)]
StaffTitle = Annotated[str, _role(Role.TITLE)]
SeatNumber = Annotated[int, _role(Role.SEAT)]
BoxNumber = Annotated[int, _role(Role.BOX)]
TableNumber = Annotated[int, _role(Role.TABLE)]
WagerName = Annotated[str, _role(Role.WAGER)]
LaidWager = Annotated[str, _role(Role.LAID_WAGER)]
OfferName = Annotated[str, _role(Role.OFFER)]
LayoutWager = Annotated[int, _role(Role.LAYOUT_WAGER)]
CardFace = Annotated[Card, _role(Role.CARD)]
SlipNumber = Annotated[str, _role(Role.SLIP)]
CoupNumber = Annotated[int, _role(Role.COUP)]
IncidentNumber = Annotated[int, _role(Role.INCIDENT)]
DisputeNumber = Annotated[int, _role(Role.DISPUTE)]
MispaymentNumber = Annotated[int, _role(Role.MISPAYMENT)]
RoundName = Annotated[str, _role(Role.ROUND)]
PromotionNumber = Annotated[int, _role(Role.PROMOTION)]
PrizeNumber = Annotated[int, _role(Role.PRIZE)]
DutyName = Annotated[str, _role(Role.DUTY)]
StreamName = Annotated[str, _role(Role.STREAM)]
RulebookId = Annotated[str, _role(Role.RULEBOOK)]
Commitment = Annotated[str, _role(Role.COMMITMENT)]
Day = Annotated[str, _role(Role.DAY)]
Centilitres = Annotated[int, _role(Role.LIQUID)]
Share = Annotated[int, _role(Role.SHARE)]
Number = Annotated[int, _role(Role.NUMBER)]
Text = Annotated[str, _role(Role.TEXT)]

RiffleApprover = Annotated[StaffTitle, _approved_under(Power.APPROVE_RIFFLE)]
ShuffleApprover = Annotated[StaffTitle, _approved_under(Power.APPROVE_MANUAL_SHUFFLE)]
NomineeApprover = Annotated[StaffTitle, _approved_under(Power.APPROVE_NOMINEE)]
SameBackApprover = Annotated[StaffTitle, _approved_under(Power.ALLOW_SAME_BACK)]

Agreement = Annotated[str, _word(WordList.AGREEMENT)]
ApprovalItem = Annotated[str, _word(WordList.APPROVAL)]
Authority = Annotated[str, _word(WordList.AUTHORITY)]
BankHolder = Annotated[str, _word(WordList.BANK)]
BreachKind = Annotated[str, _word(WordList.BREACH)]
BurnProcedure = Annotated[str, _word(WordList.BURN)]
ChecklistItem = Annotated[str, _word(WordList.CHECK)]
Cure = Annotated[str, _word(WordList.CURE)]
CureStep = Annotated[str, _word(WordList.CURE_STEP)]
DetentionEnd = Annotated[str, _word(WordList.DETENTION)]
DisplayedResult = Annotated[str, _word(WordList.DISPLAYED_RESULT)]
DisqualificationCause = Annotated[str, _word(WordList.DISQUALIFICATION)]
Flaw = Annotated[str, _word(WordList.FLAW)]
InvalidatingGround = Annotated[str, _word(WordList.GROUND)]
IncidentKind = Annotated[str, _word(WordList.INCIDENT)]
InspectorChannel = Annotated[str, _word(WordList.INSPECTOR_CHANNEL)]
LimitName = Annotated[str, _word(WordList.LIMIT)]
DecidedMatter = Annotated[str, _word(WordList.MATTER)]
MethodOfSupply = Annotated[Supply, _word(WordList.SUPPLY)]
MethodName = Annotated[str, _word(WordList.METHOD)]
RiffleTime = Annotated[str, _word(WordList.RIFFLE_POINT)]
RoleOnDuty = Annotated[str, _word(WordList.ROLE_ON_DUTY)]
ShownPart = Annotated[str, _word(WordList.RULES_SHOWN)]
SettlementScheme = Annotated[str, _word(WordList.SETTLEMENT)]
LateTrigger = Annotated[str, _word(WordList.TRIGGER)]
VoidGround = Annotated[str, _word(WordList.VOID_GROUND)]

Said = TypeVar("Said")
ByMachine = Annotated[Said, _role(Role.MACHINE)]
Noted = TypeVar("Noted", bound=StrEnum)
Consent = Annotated[Said, _said(Statement.CONSENT)]
Request = Annotated[Said, _said(Statement.REQUEST)]
Attestation = Annotated[Said, _said(Statement.ATTESTATION)]
Count = Annotated[Said, _said(Statement.COUNT)]
CutPlace = Annotated[Said, _said(Statement.CUT)]
Reading = Annotated[Said, _said(Statement.READING)]
Signature = Annotated[Said, _said(Statement.SIGNATURE)]
GivenReason = Annotated[Said, _said(Statement.REASON)]


class Field(Struct, frozen=True):
    """A field of a command: its name, what it holds, and whether only a person can say it.

    ``shape`` is its type without notes and without ``None``. The role of a list is that of its
    items; that of a table is that of its values, and ``key`` is that of its keys. ``words`` is the
    list from which a word is taken, ``power`` what somebody needs whose title stands in the field.
    """

    name: str
    role: Role | None
    key: Role | None
    words: WordList | None
    power: Power | None
    statement: Statement | None
    shape: shapes.Type
    required: bool

    @property
    def many(self) -> bool:
        """Return whether it holds a list."""
        return isinstance(self.shape, shapes.VarTupleType)

    def naming(self, faces: Sequence[Any]) -> dict[str, Any]:
        """Return the cards of a field by its name: all of them, or the one that it holds."""
        return {self.name: tuple(faces) if self.many else faces[0]}


@cache
def fields_of(kind: type[Struct]) -> dict[str, Field]:
    """Return the fields of a command, or of a part of one, by their names."""
    info = shapes.type_info(kind)
    assert isinstance(info, shapes.StructType)
    return {field.name: _field(field) for field in info.fields}


def card_field(kind: type[Struct]) -> Field:
    """Return the field of a command that names the faces of cards."""
    return next(field for field in fields_of(kind).values() if field.role is Role.CARD)


def _field(field: shapes.Field) -> Field:
    notes, keys = _notes(field.type), _key_notes(field.type)
    return Field(
        name=field.name,
        role=_noted(Role, notes, "role"),
        key=_noted(Role, keys, "role"),
        words=_noted(WordList, notes, "list"),
        power=_noted(Power, notes, "power"),
        statement=_noted(Statement, notes, "statement"),
        shape=some(bare(field.type)),
        required=field.required,
    )


def _noted(kind: type[Noted], notes: dict[str, Any], what: str) -> Noted | None:
    return kind(notes[what]) if what in notes else None


def _notes(shape: shapes.Type) -> dict[str, Any]:
    """Return what is noted about a type, or about its items."""
    match shape:
        case shapes.Metadata():
            return {**_notes(shape.type), **(shape.extra_json_schema or {})}
        case shapes.VarTupleType():
            return _notes(shape.item_type)
        case shapes.DictType():
            return _notes(shape.value_type)
        case shapes.UnionType():
            inner = some(shape)
            return {} if isinstance(inner, shapes.UnionType) else _notes(inner)
        case _:
            return {}


def _key_notes(shape: shapes.Type) -> dict[str, Any]:
    """Return what is noted about the keys of a table."""
    if isinstance(shape, shapes.Metadata):
        return _key_notes(shape.type)
    return _notes(shape.key_type) if isinstance(shape, shapes.DictType) else {}


def some(shape: shapes.Type) -> shapes.Type:
    """Return what a field holds if it holds anything."""
    if isinstance(shape, shapes.UnionType):
        inner = [one for one in shape.types if not isinstance(one, shapes.NoneType)]
        return inner[0] if len(inner) == 1 else shape
    return shape


def bare(shape: shapes.Type) -> shapes.Type:
    """Return a type without the notes in it."""
    match shape:
        case shapes.Metadata():
            return bare(shape.type)
        case shapes.UnionType():
            return replace(shape, types=tuple(map(bare, shape.types)))
        case shapes.VarTupleType() | shapes.ListType():
            return replace(shape, item_type=bare(shape.item_type))
        case shapes.DictType():
            return replace(shape, key_type=bare(shape.key_type), value_type=bare(shape.value_type))
        case _:
            return shape
