"""Find the winner of a prize."""

from punto.clause import Malformed
from punto.error_codes import ErrorCode
from punto.house.house import House
from punto.house.promotion import Promotion, Winner


def winner_of(house: House, number: int, prize: int) -> tuple[Promotion, Winner]:
    """Return a promotion and the winner of a prize in it. Raise an error if there is none."""
    promotion = house.promotion(number)
    if prize not in promotion.prizes:
        raise Malformed(f"there is no prize {prize}", code=ErrorCode.NO_SUCH_THING)
    winner = promotion.winners.get(prize)
    if winner is None:
        raise Malformed(f"nobody has won prize {prize}", code=ErrorCode.NOT_NOW)
    return promotion, winner
