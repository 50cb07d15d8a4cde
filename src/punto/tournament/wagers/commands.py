"""Whose turn it is to wager, what entrants may do instead, the limits and the pace."""

from punto.aggregate.command import Command


class AboutWagers(Command, frozen=True):
    """A command about wagering in a tournament; wagers themselves are made at the table."""


class SetStartingMarker(AboutWagers, frozen=True, tag="set_starting_marker"):
    """Whoever leads says who wagers first in the first coup of a session."""

    name: str


class AskWager(AboutWagers, frozen=True, tag="ask_wager"):
    """The dealer asks the next entrant for a wager; the turn of the one before is over."""

    table: int = 1
    name: str | None = None


class RemoveEarlyWager(AboutWagers, frozen=True, tag="remove_early_wager"):
    """A wager made out of turn comes off the layout: until its turn, or because it is void."""

    name: str


class AlterWager(AboutWagers, frozen=True, tag="alter_wager"):
    """An entrant alters a wager that a tie left on the layout: its size, or its hand."""

    name: str
    wager: str
    stake_cents: int


class MakeUpWager(AboutWagers, frozen=True, tag="make_up_wager"):
    """A wager is found to be under the minimum, and chips are added to it."""

    name: str
    wager: str


class PlayPassCard(AboutWagers, frozen=True, tag="play_pass_card"):
    """An entrant lays a pass card in place of a wager."""

    name: str


class AnnounceTimeLimit(AboutWagers, frozen=True, tag="announce_time_limit"):
    """Entrants are told within how many seconds they will have to wager."""

    seconds: int


class SetTimeLimit(AboutWagers, frozen=True, tag="set_time_limit"):
    """From the next coup on wagers are made within so many seconds; no limit if none is given."""

    seconds: int | None = None


class DirectPace(AboutWagers, frozen=True, tag="direct_pace"):
    """Whoever leads tells an entrant to keep to the pace."""

    name: str
    text: str = ""


class HoldToMinimum(AboutWagers, frozen=True, tag="hold_to_minimum"):
    """An entrant who has not wagered in time is held to the minimum in this coup."""

    name: str


class PlaceIndicator(AboutWagers, frozen=True, tag="place_indicator"):
    """The card after which limits may rise goes into the stack, so many cards from the back."""

    table: int = 1
    behind: int | None = None


class ShowIndicator(AboutWagers, frozen=True, tag="show_indicator"):
    """The card after which limits may rise shows at a table where nobody knew its place."""

    table: int = 1


class MoveLimits(AboutWagers, frozen=True, tag="move_limits"):
    """The limits at a table move to figures that were announced before the tournament."""

    minimum_cents: int
    maximum_cents: int
    table: int = 1


WagersCommand = (
    SetStartingMarker
    | AskWager
    | RemoveEarlyWager
    | AlterWager
    | MakeUpWager
    | PlayPassCard
    | AnnounceTimeLimit
    | SetTimeLimit
    | DirectPace
    | HoldToMinimum
    | PlaceIndicator
    | ShowIndicator
    | MoveLimits
)
