"""Kinds of prizes and ways of paying them: the words that rulebooks and terms use."""

from enum import StrEnum


class PrizeKind(StrEnum):
    """What a prize is, as far as terms have to say more about it."""

    MONEY = "money"
    CASINO_DOLLARS = "casino_dollars"
    GOODS = "goods"
    MACHINERY = "machinery"
    VEHICLE = "vehicle"
    TRAVEL = "travel"
    REAL_ESTATE = "real_estate"


class PaidBy(StrEnum):
    """How the money of a prize reaches its winner."""

    CASH = "cash"
    CROSSED_CHEQUE = "crossed_cheque"
    TRANSFER = "transfer"


class ToldBy(StrEnum):
    """How a winner is told."""

    FACE_TO_FACE = "face_to_face"
    MAIL = "mail"
    TELEPHONE = "telephone"
    EMAIL = "email"
    TEXT_MESSAGE = "text_message"


class CheckedAt(StrEnum):
    """When a prize is looked at for what it may not consist of or include."""

    OFFERING = "offering"
    PUBLISHING = "publishing"
    STARTING = "starting"
    HANDING_OVER = "handing_over"


class DrawnThenCancelled(StrEnum):
    """What becomes of a draw that was held when its integrity is found to be compromised."""

    PRIZES_TO_COME_LOST = "prizes_to_come_lost"
    NOT_CANCELLED = "not_cancelled"


class Contents(StrEnum):
    """What a prize may consist of or include that a text bars."""

    TOBACCO = "tobacco"
    FIREARM = "firearm"
    AMMUNITION = "ammunition"
    IMITATION_FIREARM = "imitation_firearm"
    PROHIBITED_WEAPON = "prohibited_weapon"
