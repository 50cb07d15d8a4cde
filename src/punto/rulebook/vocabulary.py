"""The terms that every rulebook shares: hands, results, pairs, where cards come from, gaps."""

from enum import StrEnum


class Side(StrEnum):
    """The two hands of a coup. People are patrons, never players."""

    PLAYER = "player"
    BANKER = "banker"


class Result(StrEnum):
    """How a coup ends."""

    PLAYER = "player"
    BANKER = "banker"
    TIE = "tie"


class Ending(StrEnum):
    """What a result does to a wager."""

    WIN = "win"
    LOSE = "lose"
    STANDOFF = "standoff"


class PairGrade(StrEnum):
    """How alike two cards of a pair are."""

    NONE = "none"
    MIXED = "mixed"
    COLOURED = "coloured"
    PERFECT = "perfect"


class PairTest(StrEnum):
    """What a wager asks of the opening cards of one hand."""

    NONE = "none"
    ANY = "any"
    MIXED = "mixed"
    COLOURED = "coloured"
    PERFECT = "perfect"


class PairsTest(StrEnum):
    """What a wager asks of the opening cards of both hands together."""

    NONE = "none"
    SINGLE = "single"
    DOUBLE = "double"
    TWIN = "twin"


class Source(StrEnum):
    """What the cards are dealt from."""

    CARD_SHOE = "card_shoe"
    SHUFFLING_DEVICE = "shuffling_device"


class Supply(StrEnum):
    """In what state the cards come to the table."""

    PLAIN = "plain"
    PRE_CHECKED = "pre_checked"
    CASINO_PRE_SHUFFLED = "casino_pre_shuffled"
    ANGEL_PRE_SHUFFLED = "angel_pre_shuffled"


class Face(StrEnum):
    """How a card lies when it is dealt."""

    UP = "up"
    DOWN = "down"


class ErrorKind(StrEnum):
    """What was done wrong in a coup."""

    CARD_PLACEMENT = "card_placement"
    PAYMENT = "payment"


class Gap(StrEnum):
    """What a text may leave open."""

    SHUFFLING_MACHINE = "shuffling_machine"
    MISPAYMENT = "mispayment"
    FOREIGN_CARD = "foreign_card"
    MISSING_CARD = "missing_card"
    CARD_FACE_UP = "card_face_up"
    MISSED_CUT = "missed_cut"
    MISSED_SHUFFLE = "missed_shuffle"
    SEAT_NUMBERS = "seat_numbers"
