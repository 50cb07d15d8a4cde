"""The table aggregate: its commands, its events and its state."""
