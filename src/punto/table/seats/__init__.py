"""People at the table: their places and their chips."""
