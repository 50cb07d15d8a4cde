/** Cards keyed by rank and suit, kept until they are committed. */
export type Staged = { cards: string[]; rank: string };
export const NONE_STAGED: Staged = { cards: [], rank: '' };
export const RANKS = ['A', '2', '3', '4', '5', '6', '7', '8', '9', 'T', 'J', 'Q', 'K'] as const;
export const SUIT_KEYS = ['S', 'H', 'D', 'C'] as const;

const RANK_OF: Record<string, string> = { '0': 'T', '1': 'A' };

/** The rank that a key means: `0` is a ten and `1` an ace, beside the letters. */
export function rankOf(key: string): string | null {
  const one = RANK_OF[key] ?? key.toUpperCase();
  return (RANKS as readonly string[]).includes(one) ? one : null;
}

export function suitOf(key: string): string | null {
  const one = key.toUpperCase();
  return (SUIT_KEYS as readonly string[]).includes(one) ? one : null;
}

/** What is staged after a key; never more cards than are asked for. */
export function keyed(staged: Staged, key: string, wanted: number): Staged {
  if (key === 'Backspace') return takenBack(staged);
  if (staged.cards.length >= wanted) return staged;
  const suit = staged.rank ? suitOf(key) : null;
  if (suit) return { cards: [...staged.cards, `${staged.rank}${suit}`], rank: '' };
  const rank = rankOf(key);
  return rank ? { cards: staged.cards, rank } : staged;
}

function takenBack(staged: Staged): Staged {
  if (staged.rank) return { cards: staged.cards, rank: '' };
  return { cards: staged.cards.slice(0, -1), rank: '' };
}

/** Whether everything that was asked for is there. */
export function complete(staged: Staged, wanted: number): boolean {
  return staged.cards.length === wanted && !staged.rank;
}
