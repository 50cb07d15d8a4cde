"""``punto play``: a shoe dealt in the terminal, or a whole table driven line by line."""
