import type { Layout, Spot } from '../../lib/types';

/** As on the cloth: Player, Tie, Banker from left to right; whatever else is after them. */
const ACROSS = ['player', 'tie', 'banker'];
const TAKEN = 'urstmpb?';

export function mainSpots(layout: Layout): Spot[] {
  const rank = (spot: Spot) => {
    const found = ACROSS.indexOf(spot.wager);
    return found < 0 ? ACROSS.length : found;
  };
  return layout.spots
    .filter((spot) => spot.group === 'main')
    .sort((a, b) => rank(a) - rank(b));
}

export function sideSpots(layout: Layout): Spot[] {
  return layout.spots.filter((spot) => spot.group !== 'main');
}

/** A key for each spot: P, T, B, and for the others the first letter that is free. */
export function spotKeys(spots: Spot[]): Map<string, string> {
  const keys = new Map<string, string>();
  const used = new Set<string>(TAKEN);
  for (const spot of spots) {
    if (ACROSS.includes(spot.wager)) {
      keys.set(spot.wager, (spot.wager[0] as string).toUpperCase());
      continue;
    }
    const letters = [...spot.title.toLowerCase().replace(/[^a-z]/g, ''), ...'abcdefghijklnoqvwxyz'];
    const letter = letters.find((one) => !used.has(one));
    if (!letter) continue;
    used.add(letter);
    keys.set(spot.wager, letter.toUpperCase());
  }
  return keys;
}
