"""Text to what it means and back: commands, elections, moments."""
