"""A second baccarat, written from the tables as a dealer learns them, to check the first one.

It shares nothing with the product: plain integers in, totals out.
"""

from collections.abc import Sequence

# What Player's third card must be worth for Banker to draw, by Banker's total.
BANKER_DRAWS_AGAINST = {
    0: {0, 1, 2, 3, 4, 5, 6, 7, 8, 9},
    1: {0, 1, 2, 3, 4, 5, 6, 7, 8, 9},
    2: {0, 1, 2, 3, 4, 5, 6, 7, 8, 9},
    3: {0, 1, 2, 3, 4, 5, 6, 7, 9},
    4: {2, 3, 4, 5, 6, 7},
    5: {4, 5, 6, 7},
    6: {6, 7},
}


def deal(values: Sequence[int]) -> tuple[list[int], list[int]]:
    """Return both hands for six card values, using only as many as the rules ask for."""
    player, banker = [values[0], values[2]], [values[1], values[3]]
    rest = list(values[4:])
    if sum(player) % 10 >= 8 or sum(banker) % 10 >= 8:
        return player, banker
    if sum(player) % 10 <= 5:
        player.append(rest.pop(0))
        if player[2] in BANKER_DRAWS_AGAINST.get(sum(banker) % 10, set()):
            banker.append(rest.pop(0))
    elif sum(banker) % 10 <= 5:
        banker.append(rest.pop(0))
    return player, banker


def winner(player: Sequence[int], banker: Sequence[int]) -> str:
    """Return who won."""
    mine, theirs = sum(player) % 10, sum(banker) % 10
    if mine == theirs:
        return "tie"
    return "player" if mine > theirs else "banker"
