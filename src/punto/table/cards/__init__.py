"""The cards on their way into play and out of it."""
