"""Tables, ballots, seats, sessions and the clock."""
