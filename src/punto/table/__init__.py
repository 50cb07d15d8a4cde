"""One table, coup after coup: what may be asked, what happened, and what follows."""
