"""What several tests need: random games, second books, a second tableau."""
