"""Events about prizes on their way, to the next state."""

from msgspec.structs import replace

from punto.aggregate.envelope import Envelope
from punto.house.award import events as happened
from punto.house.house import House
from punto.house.promotion import Attempt, Denied, Promotion, Winner


def evolve(house: House, event: happened.AwardEvent, envelope: Envelope) -> House:
    """Return the house after something happened to a prize."""
    held = _changed(house.promotions[event.promotion], event, envelope)
    return replace(house, promotions={**house.promotions, held.number: held})


def _changed(held: Promotion, event: happened.AwardEvent, envelope: Envelope) -> Promotion:
    match event:
        case happened.WinnerTold():
            winner = held.winners[event.prize]
            attempt = Attempt(event.means, envelope.at, event.reached)
            return _won(held, replace(winner, attempts=(*winner.attempts, attempt)))
        case happened.MoneyTakenInstead():
            return _won(held, replace(held.winners[event.prize], money_instead=True))
        case happened.PromotionPrizePaid() | happened.PrizeHandedOver():
            return _won(held, replace(held.winners[event.prize], received=True))
        case happened.ClaimDenied():
            denied = Denied(
                event.number, event.prize, event.person, event.text, envelope.at, event.kept
            )
            held = replace(held, denied=(*held.denied, denied))
            winner_now = held.winners.get(event.prize)
            if winner_now is None or winner_now.person != event.person:
                return held
            return _won(held, replace(winner_now, denied=True))
        case happened.AwardRefused():
            denied = Denied(event.number, event.prize, event.person, event.text, envelope.at)
            held = replace(held, denied=(*held.denied, denied))
            return _won(held, replace(held.winners[event.prize], denied=True))
        case happened.DeniedTold():
            told = tuple(
                replace(denied, told_at=envelope.at) if denied.number == event.number else denied
                for denied in held.denied
            )
            return replace(held, denied=told)


def _won(held: Promotion, winner: Winner) -> Promotion:
    return replace(held, winners={**held.winners, winner.prize: winner})
