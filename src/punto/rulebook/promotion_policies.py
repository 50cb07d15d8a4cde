"""Kinds of prizes, means of payment, and other named choices about promotions."""

from enum import StrEnum


class PrizeKind(StrEnum):
    """The kind of a prize. Terms must state details for some kinds."""

    MONEY = "money"
    CASINO_DOLLARS = "casino_dollars"
    GOODS = "goods"
    MACHINERY = "machinery"
    VEHICLE = "vehicle"
    TRAVEL = "travel"
    REAL_ESTATE = "real_estate"


class PaidBy(StrEnum):
    """The means of payment of a prize in money."""

    CASH = "cash"
    CROSSED_CHEQUE = "crossed_cheque"
    TRANSFER = "transfer"


class ToldBy(StrEnum):
    """The means by which a winner is notified."""

    FACE_TO_FACE = "face_to_face"
    MAIL = "mail"
    TELEPHONE = "telephone"
    EMAIL = "email"
    TEXT_MESSAGE = "text_message"


class CheckedAt(StrEnum):
    """The step at which a prize is checked for barred contents."""

    OFFERING = "offering"
    PUBLISHING = "publishing"
    STARTING = "starting"
    HANDING_OVER = "handing_over"


class DrawnThenCancelled(StrEnum):
    """What happens to a draw whose integrity is compromised after it was held."""

    PRIZES_TO_COME_LOST = "prizes_to_come_lost"
    NOT_CANCELLED = "not_cancelled"


class Contents(StrEnum):
    """Contents of prizes that a rulebook may bar."""

    TOBACCO = "tobacco"
    FIREARM = "firearm"
    AMMUNITION = "ammunition"
    IMITATION_FIREARM = "imitation_firearm"
    PROHIBITED_WEAPON = "prohibited_weapon"
