"""A tournament over three days, and what its registers should say of it, by hand."""

from msgspec.structs import replace

from punto.journal import JournalLine
from punto.notation.command_reader import converted
from punto.rulebook.load import load
from punto.scenario.case import Scenario
from punto.scenario.commands import Deal, Words
from punto.scenario.open_tournament import opened
from punto.scenario.setup_parser import elections
from punto.scenario.setup_steps import usual_steps
from punto.scenario.tournament import ScenarioTournament, words_in_cents
from punto.tournament.conditions import Conditions
from punto.tournament.entry.applications import AcceptEntry
from punto.tournament.entry.conditions import PublishConditions
from punto.tournament.seating.start_times import TakeSeat
from support.expected_registers import BOOK, Kept
from support.log_envelopes import journal_lines
from support.sydney_times import midnight

NAMES = ("ann", "bob", "cy")
CUP = Scenario(
    name="cup",
    cites=(),
    tournament="Harbour Cup",
    conditions={
        "entry_fee": 100,
        "added": 50,
        "chips": 1000,
        "minimum": 100,
        "maximum": 500,
        "session": "2 coups",
        "prizes": [{"place": 1, "share": 7000}, {"place": 2, "share": 3000}],
    },
    entrants=NAMES,
    drawn=NAMES,
    shoe="9S 3D KH 4C 9S 3D KH 4C ...",
)
# When each entered: the last second of a day, the first of the next, and later.
ENTERED = dict(zip(NAMES, (midnight(11) - 1, midnight(11), midnight(11) + 3600), strict=True))
SEATED, BEGUN, COUNTED = midnight(12) - 60, midnight(12) - 1, midnight(12) + 120
PAID, CLOSED = midnight(13) - 1, midnight(13)
_STEPS = ("application_made", "fee_paid", "eligibility_checked", "entry_accepted")
_THEIR_OWN = ("application_made", "fee_paid")


class Cup:
    """The tournament, driven from the first application to the last prize."""

    def __init__(self) -> None:
        edition = load(BOOK)
        self.kept = Kept()
        self.arena: ScenarioTournament = opened(
            CUP, edition, elections({"settlement": "commission"})
        )
        self._begun()
        self._played()

    def lines(self) -> list[JournalLine]:
        """Return the journal of the tournament."""
        return journal_lines("cup", self.arena.driver.log)

    def say(self, at: int, by: str | None, what: str, /, **words: object) -> None:
        """Let somebody do something."""
        self.arena.at = at
        self.kept.by = by or self.kept.by
        self.arena.act(by, Words(what, words))

    def _begun(self) -> None:
        arena, entered = self.arena, list(NAMES)
        conditions = converted("conditions", words_in_cents(dict(CUP.conditions)), Conditions)
        arena.at = midnight(10)
        for actor, command in usual_steps(arena, CUP, conditions):
            arena.directed(replace(actor, at=arena.at), command)
            # The next step is made up only now, so that it is taken at this moment.
            if isinstance(command, PublishConditions | AcceptEntry):
                arena.at = ENTERED[entered.pop(0)] if entered else SEATED
                if not entered and isinstance(command, AcceptEntry) and arena.at == SEATED:
                    self.say(SEATED, "dealer", "stock_chips", pieces={"100": 60})
            if isinstance(command, TakeSeat) and command.name == NAMES[-1]:
                arena.at = BEGUN
        arena.patrons.update(NAMES)
        arena.look_at(1)
        words = ("applied as number {n}", "{name} pays the entry fee", "{name} may enter")
        clauses = ((), ("15.3.1#1",), ("15.4.2(h)(i)",), ("15.4.3",))
        texts = (*words, "the entry of {name} is accepted")
        for number, (name, at) in enumerate(ENTERED.items(), start=1):
            for kind, text, clause in zip(_STEPS, texts, clauses, strict=True):
                cents = 10_000 if kind == "fee_paid" else None
                said = text.format(n=number, name=name)
                self.kept.by = name if kind in _THEIR_OWN else "tournament_manager"
                self.kept.row(
                    "entries", at, "cup", *clause, person=name, kind=kind, text=said, cents=cents
                )
        self.kept.row(
            "limits", BEGUN, "cup/1", kind="limits_changed", text="minimum $100, maximum $500"
        )
        self.kept.by = "dealer"
        self.kept.row(
            "chip_counts", SEATED, "cup", kind="chips_stocked",
            counted=600_000, text="chips in stock",
        )  # fmt: skip

    def _played(self) -> None:
        """Play two coups that Player wins, the first before midnight; count, place and pay."""
        wagers = (("ann", "player", 100), ("bob", "player", 200), ("cy", "banker", 500))
        chips = dict.fromkeys(NAMES, 1_000)
        for at in (BEGUN, midnight(12)):
            self.say(at, None, "open_betting")
            for name, wager, stake in wagers:
                self.say(at, name, "place_wager", wager=wager, stake=stake)
                chips[name] += stake if wager == "player" else -stake
            self.arena.act(None, Deal())
            self.kept.coups.append((at, "cup/1"))
        assert chips == {"ann": 1_200, "bob": 1_400, "cy": 0}
        for name, held in chips.items():
            self.say(COUNTED, "dealer", "count_chips", name=name, chips=held)
            self.kept.row(
                "chip_counts", COUNTED, "cup", "15.5.8#1", kind="chips_counted", person=name,
                counted=held * 100, held=held * 100, text="as on record",
            )  # fmt: skip
        self.say(COUNTED + 1, "tournament_manager", "end_session")
        self.say(COUNTED + 2, "tournament_manager", "confirm_placings")
        self.say(PAID, "casino_operator", "pay_prizes")
        self.say(CLOSED, "dealer", "return_chips", pieces={"100": 59})
        self.kept.row(
            "chip_counts", CLOSED, "cup", "15.5.9#1", "15.5.9#2", kind="stock_counted",
            counted=590_000, held=600_000, text="missing: 1 of 100",
        )  # fmt: skip
        self.say(CLOSED + 1, "casino_operator", "close_tournament")
