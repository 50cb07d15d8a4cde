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
    "report": (
        "Print a report or a register of a day or a month, from logs.\n\n"
        "Days and months are those of the venue. A report shows what was known at the end of its "
        "time, whatever came later: the same logs give the same bytes. Where a rulebook knows no "
        "such duty, there is no such report and it is refused. docs/reports.md explains each."
    ),
    "report list": "List the reports, what each is of, and under which rulebooks there is one.",
    "log": "Read, check, export and back up the log of a house.",
    "log show": (
        "Show what happened, step by step, like the log of a shift.\n\n"
        "Each step comes with who took it, what it did, and the clauses that made it so; chosen by "
        "table, person, type of event and day. --json gives the events with their envelopes."
    ),
    "log verify": (
        "Check that the log is what was written.\n\n"
        "Every event that was altered, removed, moved or forged is named by its stream and "
        "version. That the end was cut off can only be seen by a head that was noted elsewhere "
        "(--head). Exit code 1 if anything is wrong."
    ),
    "log head": (
        "Print the head of the log: how many events it has, and a hash that covers them all.\n\n"
        "Note it where whoever keeps the store cannot change it. With --json the head of every "
        "stream is in it as well, so that `log verify --head FILE` can name a stream that was cut."
    ),
    "log export": (
        "Write events into a file: JSON Lines, CSV or Parquet, by its name.\n\n"
        "Every event comes with its envelope, its clauses and its hashes. No file is ever "
        "overwritten."
    ),
    "log import": (
        "Take the log of a table or a tournament into a store.\n\n"
        "It becomes a stream of its own, and is created with the store if there is none. The same "
        "file twice is taken once."
    ),
    "log backup": (
        "Write the whole store into one file, while it is in use.\n\n"
        "The file is a store itself: it can be read, verified and restored, on either engine. No "
        "file is ever overwritten."
    ),
    "log restore": (
        "Make a store anew from a backup.\n\n"
        "Every event is verified on the way, and keeps its place, its hashes and its key. The "
        "store must hold nothing yet, or the beginning of the same log."
    ),
    "log copy": (
        "Copy a store to another place, or from one engine to the other.\n\n"
        "Every event is verified on the way, and keeps its place, its hashes and its key. A copy "
        "that was interrupted goes on where it stopped."
    ),
    "serve": (
        "Serve tables, tournaments and the house over HTTP; what was answered is on the disk."
    ),
    "demo": (
        "Play sample tables and a tournament on this machine, with people who are made up.\n\n"
        "One click makes you any of them. Nothing is kept unless --store names a file."
    ),
    "staff": (
        "Keep the accounts of the people who work in the house, and the tokens of its devices.\n\n"
        "Accounts are kept in the store, beside the log. Titles are those of the rulebooks, and "
        "surveillance."
    ),
    "staff token": (
        "Keep the tokens with which programs and devices show who they are.\n\n"
        "A program acts under titles; a card-reading shoe or a results display has to do with one "
        "stream, such as table/7, and with nothing else."
    ),
    "tournament": "Plan, rehearse and direct a tournament; print its sheets.",
    "tournament check": (
        "Check a conditions file by its rulebook, and show what it states.\n\n"
        "What must be stated and is not, and what may not be laid down, is refused with its "
        "clause. An approval that is still to be had is named."
    ),
    "tournament sheets": (
        "Write the sheets of a tournament as PDF, from its log.\n\n"
        "Conditions, seat slips, orders of wagering, forms for secret wagers and chip counts of "
        "every session, the prize sheet: as far as the tournament has come. The same log gives the "
        "same pages. No file is ever overwritten."
    ),
    "tournament simulate": (
        "Play many tournaments and compare strategies.\n\n"
        "For each strategy its chance to get through the first round and to win, each with a "
        "standard error (se), through the same engine and the same rules as a real tournament. "
        "Ctrl-C prints what was done so far."
    ),
    "tournament run": (
        "Rehearse a tournament from its conditions file, or drive one by hand.\n\n"
        "People who are made up enter, sit where lots put them, and wager by the strategies that "
        "the file names, heats to final, through the same engine and the same rules as a real one. "
        "Shown are each draw with its seed, how each session ended, standings and prizes.\n\n"
        "With --full nothing is done by itself: every step is typed, by whoever may take it; ? "
        "lists what comes next, next does it, undo REASON takes the last step back. A script may "
        "be piped in. docs/tournaments.md has sheets to try."
    ),
    "tournament new": (
        "Ask what a director would ask, and write a conditions file.\n\n"
        "Every question comes with its clause and what it is about; an empty answer takes what is "
        "proposed, a hyphen leaves a condition out. What the rulebook wants stated and nobody "
        "states is refused with its clause. Answers may be piped in, one a line, given by --set or "
        "read from --answers. No file is ever overwritten."
    ),
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
        '  punto play tas-2018 --wager "ann banker 100"\n'
        "  punto play tas-2018 --brief --seed 7 --no-bets management_representative\n"
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
    "log": "For example: punto log verify --store floor.db",
    "log show": (
        "For example:\n"
        "  punto log show --store floor.db --table table/7 --last 20\n"
        "  punto log show --store floor.db --person sue --day 2024-05-16 --zone Australia/Sydney\n"
        "  punto log show --store floor.db --type coup_voided"
    ),
    "log verify": (
        "For example:\n"
        "  punto log verify --store floor.db\n"
        "  punto log verify --store postgresql://punto@db/floor --head noted.json"
    ),
    "log head": "For example: punto log head --store floor.db --json > noted.json",
    "log export": (
        "For example:\n"
        "  punto log export may.parquet --store floor.db\n"
        "  punto log export --store floor.db --table table/7 | head"
    ),
    "log import": "For example: punto log import evening.jsonl --store floor.db",
    "log backup": "For example: punto log backup monday.db --store floor.db",
    "log restore": "For example: punto log restore monday.db --store postgresql://punto@db/floor",
    "log copy": "For example: punto log copy --store floor.db --to postgresql://punto@db/floor",
    "scenario run": "For example: punto scenario run mine.toml --names",
    "report": (
        "For example:\n"
        "  punto report list\n"
        "  punto report shift --log table7.jsonl table8.jsonl --day 2024-06-30\n"
        "  punto report shift --log table7.jsonl --day 2024-06-30 --hours 22:00-06:00\n"
        "  punto report monthly-mispayments --log table7.jsonl --month 2024-06 \\\n"
        "        --format pdf --output june.pdf"
    ),
    "report list": "For example: punto report list nsw-2024",
    "serve": "For example: punto serve --store floor.db",
    "demo": "For example: punto demo",
    "staff": "For example: punto staff add Sue --title casino_supervisor --store floor.db",
    "staff add": (
        "For example:\n"
        "  punto staff add Sue --title casino_supervisor --title dealer --store floor.db\n"
        "  pass show punto/sue | punto staff add Sue --title dealer --password-stdin"
    ),
    "staff list": "For example: punto staff list --store floor.db",
    "staff disable": "For example: punto staff disable Sue --store floor.db",
    "staff enable": "For example: punto staff enable Sue --store floor.db",
    "staff password": "For example: punto staff password Sue --store floor.db",
    "staff titles": "For example: punto staff titles Sue --title inspector --store floor.db",
    "staff copy": "For example: punto staff copy --store floor.db --to postgresql://punto@db/floor",
    "staff token": "For example: punto staff token list --store floor.db",
    "staff token add": (
        "For example:\n"
        "  punto staff token add 'shoe 7' --device shoe:table/7 --store floor.db\n"
        "  punto staff token add 'night report' --title inspector --days 90 --store floor.db"
    ),
    "staff token list": "For example: punto staff token list --store floor.db",
    "staff token revoke": "For example: punto staff token revoke 'shoe 7' --store floor.db",
    "tournament": "For example: punto tournament new nsw-2024 autumn.toml",
    "tournament check": "For example: punto tournament check autumn.toml",
    "tournament sheets": "For example: punto tournament sheets autumn.jsonl --to print",
    "tournament simulate": (
        "For example: punto tournament simulate autumn.toml --tournaments 100 --seed 1"
    ),
    "tournament run": (
        "For example:\n"
        "  punto tournament run autumn.toml\n"
        "  punto tournament run autumn.toml --entrants 30 --seed 7 --brief\n"
        "  punto tournament run autumn.toml --log autumn.jsonl --sheets print\n"
        "  punto tournament run autumn.toml --full"
    ),
    "tournament new": (
        "For example:\n"
        "  punto tournament new nsw-2024 autumn.toml\n"
        "  punto tournament new tas-2018 autumn.toml --defaults --set entry_fee=110\n"
        "  punto tournament new act-2015 --defaults --set start='2026-06-30 19:00'"
    ),
}
