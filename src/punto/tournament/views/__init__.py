"""Who sees what of a tournament."""
