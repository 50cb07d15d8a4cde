/**
 * Keys that people learn: each means one command, at every table and in every phase. No card is
 * keyed by them, and I is for what went wrong. There are no more letters than these, so that the
 * other commands have none.
 */
export const ACTION_KEYS: Readonly<Record<string, string>> = {
  open_betting: 'O',
  no_more_bets: 'N',
  pass_cards: 'P',
  collect_losers: 'L',
  pay_winners: 'W',
  discard: 'X',
  show_cutting_card: 'M',
  new_shoe: 'Z',
  buy_chips: 'B',
  cash_out: 'U',
  join: 'Y',
  leave: 'V',
  change_seat: 'E',
  fill_float: 'F',
  credit_float: 'R',
  tell: 'G',
};
