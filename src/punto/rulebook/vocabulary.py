"""Enums that every rulebook uses: hands, results, pairs, sources of cards, gaps."""

from enum import StrEnum


class Side(StrEnum):
    """The two hands of a coup. People are patrons, never players."""

    PLAYER = "player"
    BANKER = "banker"


class Result(StrEnum):
    """The result of a coup."""

    PLAYER = "player"
    BANKER = "banker"
    TIE = "tie"


class Ending(StrEnum):
    """The effect of a result on a wager."""

    WIN = "win"
    LOSE = "lose"
    STANDOFF = "standoff"


class PairGrade(StrEnum):
    """The grade of a pair: how similar its cards are."""

    NONE = "none"
    MIXED = "mixed"
    COLOURED = "coloured"
    PERFECT = "perfect"


class PairTest(StrEnum):
    """A test of the opening cards of one hand."""

    NONE = "none"
    ANY = "any"
    MIXED = "mixed"
    COLOURED = "coloured"
    PERFECT = "perfect"


class PairsTest(StrEnum):
    """A test of the opening cards of both hands together."""

    NONE = "none"
    SINGLE = "single"
    DOUBLE = "double"
    TWIN = "twin"


class Source(StrEnum):
    """The device from which cards are dealt."""

    CARD_SHOE = "card_shoe"
    SHUFFLING_DEVICE = "shuffling_device"


class Supply(StrEnum):
    """The state in which cards arrive at the table."""

    PLAIN = "plain"
    PRE_CHECKED = "pre_checked"
    CASINO_PRE_SHUFFLED = "casino_pre_shuffled"
    ANGEL_PRE_SHUFFLED = "angel_pre_shuffled"


class Face(StrEnum):
    """Whether a card is dealt face up or face down."""

    UP = "up"
    DOWN = "down"


class ErrorKind(StrEnum):
    """The kind of an error in a coup."""

    CARD_PLACEMENT = "card_placement"
    PAYMENT = "payment"


class Gap(StrEnum):
    """A matter that a rulebook may leave open."""

    SHUFFLING_MACHINE = "shuffling_machine"
    MISPAYMENT = "mispayment"
    FOREIGN_CARD = "foreign_card"
    MISSING_CARD = "missing_card"
    CARD_FACE_UP = "card_face_up"
    MISSED_CUT = "missed_cut"
    MISSED_SHUFFLE = "missed_shuffle"
    SEAT_NUMBERS = "seat_numbers"
