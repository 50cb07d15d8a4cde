const en = {
  title: 'Results of {table}',
  shoe: 'Shoe {number}',
  coups: 'Coups',
  pairs_banker: 'Banker pairs',
  pairs_player: 'Player pairs',
  limits: '{least} – {most}',
  last: 'Last result',
} as const;

const zh: Record<keyof typeof en, string> = {
  title: '{table} 的結果',
  shoe: '第 {number} 靴',
  coups: '局數',
  pairs_banker: '莊對',
  pairs_player: '閒對',
  limits: '{least} – {most}',
  last: '上局結果',
};

export const display = { en, zh };
