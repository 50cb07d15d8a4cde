"""The role of each field of a command: money, a moment, a person, a card, a statement.

The schema and the forms of the server follow from the roles. A statement is a field
that only a person can fill in; no program does. In a scenario, its author makes all statements.
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
    """A person whom a house stores under a key."""
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
    """The kind of a statement."""

    CONSENT = "consent"
    REQUEST = "request"
    ATTESTATION = "attestation"
    COUNT = "count"
    CUT = "cut"
    READING = "reading"
    SIGNATURE = "signature"
    REASON = "reason"


def _role_schema(role: Role) -> Meta:
    return Meta(extra_json_schema={"role": role.value})


def _word_list_schema(of: WordList) -> Meta:
    return Meta(extra_json_schema={"role": Role.TEXT.value, "list": of.value})


def _approver_schema(power: Power) -> Meta:
    return Meta(extra_json_schema={"power": power.value})


def _statement_schema(sort: Statement) -> Meta:
    return Meta(extra_json_schema={"statement": sort.value})


Cents = Annotated[int, _role_schema(Role.MONEY)]
StakeCents = Annotated[int, _role_schema(Role.STAKE)]
Moment = Annotated[int, _role_schema(Role.MOMENT)]
PatronName = Annotated[str, _role_schema(Role.PATRON)]
EntrantName = Annotated[str, _role_schema(Role.ENTRANT)]
NewcomerName = Annotated[str, _role_schema(Role.NEWCOMER)]
StaffName = Annotated[str, _role_schema(Role.STAFF)]
PersonKey = Annotated[str, _role_schema(Role.PERSON)]
PersonName = Annotated[str, _role_schema(Role.SOMEBODY)]
StaffTitle = Annotated[str, _role_schema(Role.TITLE)]
SeatNumber = Annotated[int, _role_schema(Role.SEAT)]
BoxNumber = Annotated[int, _role_schema(Role.BOX)]
TableNumber = Annotated[int, _role_schema(Role.TABLE)]
WagerName = Annotated[str, _role_schema(Role.WAGER)]
LaidWager = Annotated[str, _role_schema(Role.LAID_WAGER)]
OfferName = Annotated[str, _role_schema(Role.OFFER)]
LayoutWager = Annotated[int, _role_schema(Role.LAYOUT_WAGER)]
CardFace = Annotated[Card, _role_schema(Role.CARD)]
SlipNumber = Annotated[str, _role_schema(Role.SLIP)]
CoupNumber = Annotated[int, _role_schema(Role.COUP)]
IncidentNumber = Annotated[int, _role_schema(Role.INCIDENT)]
DisputeNumber = Annotated[int, _role_schema(Role.DISPUTE)]
MispaymentNumber = Annotated[int, _role_schema(Role.MISPAYMENT)]
RoundName = Annotated[str, _role_schema(Role.ROUND)]
PromotionNumber = Annotated[int, _role_schema(Role.PROMOTION)]
PrizeNumber = Annotated[int, _role_schema(Role.PRIZE)]
DutyName = Annotated[str, _role_schema(Role.DUTY)]
StreamName = Annotated[str, _role_schema(Role.STREAM)]
RulebookId = Annotated[str, _role_schema(Role.RULEBOOK)]
Commitment = Annotated[str, _role_schema(Role.COMMITMENT)]
Day = Annotated[str, _role_schema(Role.DAY)]
Centilitres = Annotated[int, _role_schema(Role.LIQUID)]
Share = Annotated[int, _role_schema(Role.SHARE)]
Number = Annotated[int, _role_schema(Role.NUMBER)]
Text = Annotated[str, _role_schema(Role.TEXT)]

RiffleApprover = Annotated[StaffTitle, _approver_schema(Power.APPROVE_RIFFLE)]
ShuffleApprover = Annotated[StaffTitle, _approver_schema(Power.APPROVE_MANUAL_SHUFFLE)]
NomineeApprover = Annotated[StaffTitle, _approver_schema(Power.APPROVE_NOMINEE)]
SameBackApprover = Annotated[StaffTitle, _approver_schema(Power.ALLOW_SAME_BACK)]

Agreement = Annotated[str, _word_list_schema(WordList.AGREEMENT)]
ApprovalItem = Annotated[str, _word_list_schema(WordList.APPROVAL)]
Authority = Annotated[str, _word_list_schema(WordList.AUTHORITY)]
BankHolder = Annotated[str, _word_list_schema(WordList.BANK)]
BreachKind = Annotated[str, _word_list_schema(WordList.BREACH)]
BurnProcedure = Annotated[str, _word_list_schema(WordList.BURN)]
ChecklistItem = Annotated[str, _word_list_schema(WordList.CHECK)]
Cure = Annotated[str, _word_list_schema(WordList.CURE)]
CureStep = Annotated[str, _word_list_schema(WordList.CURE_STEP)]
DetentionEnd = Annotated[str, _word_list_schema(WordList.DETENTION)]
DisplayedResult = Annotated[str, _word_list_schema(WordList.DISPLAYED_RESULT)]
DisqualificationCause = Annotated[str, _word_list_schema(WordList.DISQUALIFICATION)]
Flaw = Annotated[str, _word_list_schema(WordList.FLAW)]
InvalidatingGround = Annotated[str, _word_list_schema(WordList.GROUND)]
IncidentKind = Annotated[str, _word_list_schema(WordList.INCIDENT)]
InspectorChannel = Annotated[str, _word_list_schema(WordList.INSPECTOR_CHANNEL)]
LimitName = Annotated[str, _word_list_schema(WordList.LIMIT)]
DecidedMatter = Annotated[str, _word_list_schema(WordList.MATTER)]
MethodOfSupply = Annotated[Supply, _word_list_schema(WordList.SUPPLY)]
MethodName = Annotated[str, _word_list_schema(WordList.METHOD)]
RiffleTime = Annotated[str, _word_list_schema(WordList.RIFFLE_POINT)]
RoleOnDuty = Annotated[str, _word_list_schema(WordList.ROLE_ON_DUTY)]
ShownPart = Annotated[str, _word_list_schema(WordList.RULES_SHOWN)]
SettlementScheme = Annotated[str, _word_list_schema(WordList.SETTLEMENT)]
LateTrigger = Annotated[str, _word_list_schema(WordList.TRIGGER)]
VoidGround = Annotated[str, _word_list_schema(WordList.VOID_GROUND)]

Value = TypeVar("Value")
ByMachine = Annotated[Value, _role_schema(Role.MACHINE)]
Annotation = TypeVar("Annotation", bound=StrEnum)
Consent = Annotated[Value, _statement_schema(Statement.CONSENT)]
Request = Annotated[Value, _statement_schema(Statement.REQUEST)]
Attestation = Annotated[Value, _statement_schema(Statement.ATTESTATION)]
Count = Annotated[Value, _statement_schema(Statement.COUNT)]
CutPlace = Annotated[Value, _statement_schema(Statement.CUT)]
Reading = Annotated[Value, _statement_schema(Statement.READING)]
Signature = Annotated[Value, _statement_schema(Statement.SIGNATURE)]
GivenReason = Annotated[Value, _statement_schema(Statement.REASON)]


class Field(Struct, frozen=True):
    """A field of a command: its name, what it holds, and whether only a person can fill it in.

    ``shape`` is its type without annotations and without ``None``. The role of a list is that of
    its items. The role of a table is that of its values, and ``key`` that of its keys. ``words`` is
    the list from which a word is taken. ``power`` is what a person needs whose title stands here.
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
    annotations, keys = _annotations(field.type), _key_annotations(field.type)
    return Field(
        name=field.name,
        role=_annotated(Role, annotations, "role"),
        key=_annotated(Role, keys, "role"),
        words=_annotated(WordList, annotations, "list"),
        power=_annotated(Power, annotations, "power"),
        statement=_annotated(Statement, annotations, "statement"),
        shape=type_without_none(type_without_annotations(field.type)),
        required=field.required,
    )


def _annotated(kind: type[Annotation], annotations: dict[str, Any], what: str) -> Annotation | None:
    return kind(annotations[what]) if what in annotations else None


def _annotations(shape: shapes.Type) -> dict[str, Any]:
    """Return the annotations of a type, or of its items."""
    match shape:
        case shapes.Metadata():
            return {**_annotations(shape.type), **(shape.extra_json_schema or {})}
        case shapes.VarTupleType():
            return _annotations(shape.item_type)
        case shapes.DictType():
            return _annotations(shape.value_type)
        case shapes.UnionType():
            inner = type_without_none(shape)
            return {} if isinstance(inner, shapes.UnionType) else _annotations(inner)
        case _:
            return {}


def _key_annotations(shape: shapes.Type) -> dict[str, Any]:
    """Return the annotations of the keys of a table."""
    if isinstance(shape, shapes.Metadata):
        return _key_annotations(shape.type)
    return _annotations(shape.key_type) if isinstance(shape, shapes.DictType) else {}


def type_without_none(shape: shapes.Type) -> shapes.Type:
    """Return the type of a field without ``None``."""
    if isinstance(shape, shapes.UnionType):
        others = [member for member in shape.types if not isinstance(member, shapes.NoneType)]
        return others[0] if len(others) == 1 else shape
    return shape


def type_without_annotations(shape: shapes.Type) -> shapes.Type:
    """Return a type without annotations."""
    match shape:
        case shapes.Metadata():
            return type_without_annotations(shape.type)
        case shapes.UnionType():
            return replace(shape, types=tuple(map(type_without_annotations, shape.types)))
        case shapes.VarTupleType() | shapes.ListType():
            return replace(shape, item_type=type_without_annotations(shape.item_type))
        case shapes.DictType():
            return replace(
                shape,
                key_type=type_without_annotations(shape.key_type),
                value_type=type_without_annotations(shape.value_type),
            )
        case _:
            return shape
