"""One table, coup after coup: what may be asked of it, what happened, what it is."""
