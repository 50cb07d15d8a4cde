/** Keys that people learn; each is free of those by which cards are keyed. */
const LEARNT: Record<string, string> = {
  open_betting: 'O',
  no_more_bets: 'N',
  pass_cards: 'P',
  collect_losers: 'L',
  pay_winners: 'W',
  discard: 'X',
  new_shoe: 'Z',
  buy_chips: 'B',
  cash_out: 'U',
  join: 'Y',
  leave: 'V',
  change_seat: 'E',
  change_method: 'M',
  fill_float: 'F',
  credit_float: 'R',
  tell: 'G',
};
/** Letters that no card is keyed by; I is for what went wrong. */
const FREE = [...'OBNPLWXZUMVYERFG'];
const MORE = [...'DTCSHAJQK1234567890'];

/** One key for each action, the same one as long as the same actions are there. */
export function actionKeys(names: string[], keyedCards: boolean): Map<string, string> {
  const found = new Map<string, string>();
  const taken = new Set<string>();
  const give = (name: string, key: string | undefined) => {
    if (key === undefined || taken.has(key) || found.has(name)) return;
    found.set(name, key);
    taken.add(key);
  };
  const free = keyedCards ? FREE : [...FREE, ...MORE];
  for (const name of names) give(name, LEARNT[name]);
  for (const name of names)
    give(
      name,
      [...name.toUpperCase()].find((letter) => free.includes(letter) && !taken.has(letter)),
    );
  for (const name of names)
    give(
      name,
      free.find((letter) => !taken.has(letter)),
    );
  return found;
}
