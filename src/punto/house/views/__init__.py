"""Who looks at the house, what they see and hear."""
