"""The house: promotions, what it owes whom by when, what it decided, keys of people."""
