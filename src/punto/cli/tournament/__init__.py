"""``punto tournament``: conditions, rehearsals, a tournament driven by hand, its sheets."""
