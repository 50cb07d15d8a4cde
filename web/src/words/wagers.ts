/** Names of wagers; the title that the rulebook gives stands for any that is not here. */
const en = {
  player: 'Player',
  banker: 'Banker',
  tie: 'Tie',
  player_pair: 'Player Pair',
  banker_pair: 'Banker Pair',
  super_six: 'Super 6',
  tiger: 'Tiger',
  big_tiger: 'Big Tiger',
  small_tiger: 'Small Tiger',
  tiger_tie: 'Tiger Tie',
  tiger_pair: 'Tiger Pair',
} as const;

const zh: Record<keyof typeof en, string> = {
  player: '閒',
  banker: '莊',
  tie: '和',
  player_pair: '閒對',
  banker_pair: '莊對',
  super_six: '超級六',
  tiger: '老虎',
  big_tiger: '大老虎',
  small_tiger: '小老虎',
  tiger_tie: '老虎和',
  tiger_pair: '老虎對',
};

export const wagers = { en, zh };
