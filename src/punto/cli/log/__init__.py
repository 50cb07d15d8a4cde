"""``punto log``: the log of the house, read, checked, taken away and brought back."""
