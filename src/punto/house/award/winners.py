"""Who won a prize of a promotion."""

from punto.clause import Malformed
from punto.error_codes import ErrorCode
from punto.house.house import House
from punto.house.promotion import Promotion, Winner


def won(house: House, number: int, prize: int) -> tuple[Promotion, Winner]:
    """Return a promotion and who won a prize in it, or say that nobody did."""
    held = house.promotion(number)
    if prize not in held.prizes:
        raise Malformed(f"there is no prize {prize}", code=ErrorCode.NO_SUCH_THING)
    winner = held.winners.get(prize)
    if winner is None:
        raise Malformed(f"nobody has won prize {prize}", code=ErrorCode.NOT_NOW)
    return held, winner
