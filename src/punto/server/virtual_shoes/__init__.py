"""Virtual shoes: sealed, committed to, revealed and verified."""
