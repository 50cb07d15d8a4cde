export type Face = { rank: string; suit: 'S' | 'H' | 'D' | 'C' };
export const SUITS = { S: '♠', H: '♥', D: '♦', C: '♣' } as const;

/** The face that a card's notation gives (`KH`, `10S`); null for one that lies face down. */
export function face(card: string): Face | null {
  const found = /^(10|[2-9TJQKA])([SHDC])$/.exec(card);
  if (!found) return null;
  const rank = found[1] === 'T' ? '10' : (found[1] as string);
  return { rank, suit: found[2] as Face['suit'] };
}

/** A sentence with its cards as they look: `8H TS` is told as `8♥ 10♠`. */
export function cardsTold(text: string): string {
  return text.replace(/\b(?:10|[2-9TJQKA])[SHDC]\b/g, (card) => {
    const shown = face(card);
    return shown ? `${shown.rank}${SUITS[shown.suit]}` : card;
  });
}

/** Whether a suit is printed in red. */
export function red(suit: Face['suit']): boolean {
  return suit === 'H' || suit === 'D';
}
