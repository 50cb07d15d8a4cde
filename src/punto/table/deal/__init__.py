"""A coup from the first card to the discards: dealt, turned, completed, settled."""
