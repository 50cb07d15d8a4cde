"""What ``--help`` says about each command: kept apart, so that no command is imported for it."""

PUNTO = "Baccarat exactly as its approved rules say it must be played."

HELP = {
    "rules": "Read, compare and test the rulebooks.",
    "rules show": (
        "Show a rulebook clause by clause, a section of it, or one clause in full.\n\n"
        "A clause in full comes with the data that hold it, the reading chosen where the text is "
        "unclear, and the scenarios that prove it."
    ),
    "rules mutate": (
        "Change every datum that code uses, and report what no scenario notices.\n\n"
        "A number goes up and down by one, odds and tableau cells change, a policy becomes each "
        "other one, a title loses its power. Exit code 1 if anything survives."
    ),
    "settle": (
        "Settle one coup, dealt or declared, and say why.\n\n"
        "Cards are given in the order they are dealt, as KH, 10H or K♥. Every draw, refusal and "
        "payment comes with its clause."
    ),
    "play": (
        "Deal a shoe in the terminal, or drive a whole table.\n\n"
        "With --wager the same wagers stand on every coup. Without, and at a terminal, you are "
        "asked before each coup. --brief shows one line a coup, --json one document a coup.\n\n"
        "With --full nothing is dealt by itself: every step is typed, by whoever may take it, and "
        "after each stands what is due; ? lists what comes next. A script may be piped in. "
        "docs/play.md has sheets to try."
    ),
    "odds": (
        "Count what every wager is worth, exactly.\n\n"
        "The edge is what the house keeps of a unit staked, on average; below nought it favours "
        "the patron. Every count is exact to the unit, for any permitted number of decks and for "
        "any depleted shoe (--without).\n\n"
        "--removal shows by how much the edge changes when one card leaves the shoe, and for each "
        "wager the best count in small whole numbers: add the tag of every card that goes and "
        "divide by the decks left; at 'from, per deck' or more the wager favours the patron as far "
        "as a count can tell. 'Correlation' is that of the tags with the changes of the edge: 1 is "
        "a perfect fit. 'Efficiency' is what betting by the count gains in dealt shoes, in per "
        "cent of what somebody gains who knows exactly which cards are left."
    ),
    "simulate": (
        "Deal whole shoes by the rulebook's own procedure, and tally every wager.\n\n"
        "Beside each edge stand its standard error (se) and the exact edge of a fresh shoe. Ctrl-C "
        "prints what was done so far."
    ),
    "vulnerability": (
        "Show how far wagers can be beaten by counting cards.\n\n"
        "Shoes are dealt, every wager is valued exactly before every coup, and one unit is bet "
        "whenever the cards not yet seen favour the patron: nobody can do better. ± is one "
        "standard error."
    ),
    "scenario": "Run scenario files.",
}

EXAMPLES = {
    "punto": (
        "For example:\n"
        "  punto rules list\n"
        "  punto rules show nsw-2024 11.2.2\n"
        '  punto settle tas-2018 --cards "2H 6S 3D KD KC" --wager "ann banker 25"\n'
        "  punto odds nsw-2024 --wager banker\n"
        "\n"
        "Every command takes --help and --json. Exit codes: 0 fine, 1 findings or a refusal by "
        "the rulebook, 2 input that was not understood or is not permitted."
    ),
    "rules": "For example: punto rules show nsw-2024 4",
    "rules list": "For example: punto rules list --json",
    "rules show": (
        "For example:\n"
        "  punto rules show nsw-2024 4         the whole of section 4\n"
        "  punto rules show nsw-2024 11.2.2    one clause in full\n"
        "  punto rules show tas-2018 --area settlement"
    ),
    "rules diff": "For example: punto rules diff act-2015 tas-2018",
    "rules in-force": "For example: punto rules in-force nsw 2024-05-16",
    "rules coverage": "For example: punto rules coverage nsw-2024",
    "rules mutate": "For example: punto rules mutate act-2000",
    "settle": (
        "For example:\n"
        '  punto settle tas-2018 --cards "2H 6S 3D KD KC" --wager "ann banker 25"\n'
        '  punto settle act-2000 --totals "player 4 banker 6" --settlement method_b \\\n'
        '        --wager "ann banker 60"'
    ),
    "play": (
        "For example:\n"
        "  punto play tas-2018\n"
        "  punto play tas-2018 --brief --seed 7\n"
        '  punto play nsw-2024 --seed 7 --offer tiger --wager "ann tiger 10"'
    ),
    "odds": (
        "For example:\n"
        "  punto odds nsw-2024 --wager banker\n"
        '  punto odds nsw-2024 --wager tie --without "KH 10H 9♠"\n'
        "  punto odds nsw-2024 --stake 100 --chip 1\n"
        "  punto odds nsw-2024 --odds tie=9:1 --cell 5/4=S\n"
        "  punto odds tas-2018 --removal"
    ),
    "simulate": "For example: punto simulate tas-2018 --coups 10000000 --seed 1",
    "vulnerability": "For example: punto vulnerability nsw-2024 --shoes 2000 --decks 8",
    "scenario": "For example: punto scenario run mine.toml",
    "scenario run": "For example: punto scenario run mine.toml --names",
}
