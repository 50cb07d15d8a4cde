"""Who leads the tournament; conduct, disputes, disqualification."""
