"""The named choices of tournament play that rulebooks make and code acts on, family by family."""

from enum import StrEnum

# Conditions and entries


class Stated(StrEnum):
    """Whether conditions have to say something about a topic."""

    MUST = "must"
    MAY = "may"


class StatedIf(StrEnum):
    """Whether conditions have to say something about a topic that not every tournament has."""

    IF_APPLICABLE = "if_applicable"
    MAY = "may"


class ConditionsDue(StrEnum):
    """Before what the conditions have to be complete."""

    PUBLISHING = "publishing"
    START = "start"


class Precedence(StrEnum):
    """What prevails where the conditions of a tournament and the rules say different things."""

    CONDITIONS_OVER_GENERAL_RULES = "conditions_over_general_rules"
    RULES_OVER_CONDITIONS = "rules_over_conditions"


# Money


class HouseKeeps(StrEnum):
    """What a house may keep of the entry fees."""

    NOTHING = "nothing"
    APPROVED_COMMISSION = "approved_commission"
    SHARE_OF_FEES = "share_of_fees"


class Refunds(StrEnum):
    """When somebody who withdraws gets the entry fee back."""

    NEVER = "never"
    IF_CONDITIONS_ALLOW = "if_conditions_allow"
    IN_TIME = "in_time"


class Cancelling(StrEnum):
    """Until when a tournament may be called off."""

    ANY_TIME = "any_time"
    BEFORE_START = "before_start"


class CancelledRefunds(StrEnum):
    """Who gets the entry fee back when a tournament is called off."""

    EVERYBODY = "everybody"
    ALL_BUT_DISQUALIFIED = "all_but_disqualified"


class DisqualifiedRefund(StrEnum):
    """Whether somebody who is put out may get the entry fee back."""

    NEVER = "never"
    IF_APPROVED = "if_approved"


class OddCents(StrEnum):
    """What becomes of cents that equal shares of a prize leave over."""

    EACH_SHARE_UP = "each_share_up"
    REPORTED = "reported"
