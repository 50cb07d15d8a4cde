"""The tournament's own rules of wagering."""
