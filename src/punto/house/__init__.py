"""The house: promotions, duties, decisions and keys of people."""
