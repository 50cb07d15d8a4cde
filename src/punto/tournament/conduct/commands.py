"""What is recorded, disqualification, disputes."""

from punto.aggregate.command import Command


class AboutConduct(Command, frozen=True):
    """A command about conduct in a tournament."""


class ReportBreach(AboutConduct, frozen=True, tag="report_breach"):
    """An entrant is said to have done what entrants may not."""

    kind: str
    name: str
    text: str


class RuleOnBreach(AboutConduct, frozen=True, tag="rule_on_breach"):
    """It is found that it was so, or not; ``disqualify`` if that puts the entrant out."""

    number: int
    found: bool
    disqualify: bool = False


class Disqualify(AboutConduct, frozen=True, tag="disqualify"):
    """An entrant is put out for what they did."""

    name: str
    cause: str


class DisputeRules(AboutConduct, frozen=True, tag="dispute_rules"):
    """Somebody disputes what the rules or the conditions say."""

    facts: str
    table: int


class SettleDispute(AboutConduct, frozen=True, tag="settle_dispute"):
    """A dispute about rules or conditions is settled."""

    number: int
    decision: str


ConductCommand = ReportBreach | RuleOnBreach | Disqualify | DisputeRules | SettleDispute
