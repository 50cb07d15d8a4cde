"""Random play for as long as one likes: ``cd tests && python -m support.play_soak MINUTES [SEED]``.

It plays what the tests play, with other seeds, and prints what broke; several run side by side
with seeds of their own.
"""

import sys
import time
import traceback
from collections import Counter
from collections.abc import Callable
from random import Random

import test_keyed
import test_table_anything
import test_tournament_anything
import test_tournament_view
import test_unseen
import test_view

from support.editions import DEALING, SECRET

Round = Callable[[int, Random], None]


def inner(test: object) -> Callable[..., None]:
    """Return a test as it is without the examples that it is given."""
    return test.hypothesis.inner_test  # type: ignore[attr-defined, no-any-return]


ANYTHING = inner(
    test_table_anything.test_no_command_breaks_a_table_or_loses_a_chip_a_token_or_a_card
)
KEYED = inner(test_keyed.test_no_command_breaks_a_table_with_real_cards)
VIEW = inner(test_view.test_hidden_cards_and_the_order_of_the_shoe_show_nowhere)
UNSEEN = inner(test_unseen.test_what_could_still_come_follows_from_the_log)
TOURNAMENT = inner(test_tournament_anything.test_no_command_loses_a_chip_a_cent_or_a_place)
FORMS = test_tournament_view.test_histories_that_differ_in_forms_alone_look_the_same

ROUNDS: dict[str, Round] = {
    "anything": lambda seed, random: ANYTHING(seed, random.choice(DEALING)),
    "keyed": lambda seed, random: KEYED(
        seed, random.choice(DEALING), random.choice(test_keyed.REAL)
    ),
    "view": lambda seed, random: VIEW(seed, random.choice(DEALING)),
    "unseen": lambda seed, random: UNSEEN(seed, random.choice(DEALING)),
    "tournament": lambda seed, random: TOURNAMENT(seed, random.choice(DEALING)),
    "forms": lambda seed, random: FORMS(random.choice(SECRET), seed),
}


def main(minutes: float, seed: int) -> int:
    """Play until the time is over; return how many rounds broke."""
    random, until = Random(seed), time.monotonic() + minutes * 60
    played, broken = Counter[str](), 0
    while time.monotonic() < until:
        for name, play in ROUNDS.items():
            one = random.randrange(10**9)
            try:
                play(one, random)
            except Exception:  # noqa: BLE001  whatever breaks is looked for
                broken += 1
                print(f"{name}, seed {one}:\n{traceback.format_exc()}", flush=True)
            played[name] += 1
    print(f"{sum(played.values())} rounds, {broken} broken: {dict(played)}")
    return broken


if __name__ == "__main__":
    start = int(sys.argv[2]) if len(sys.argv) > 2 else time.time_ns()
    sys.exit(min(main(float(sys.argv[1]), start), 1))
