"""The tournament director; breaches, disputes and disqualification."""
