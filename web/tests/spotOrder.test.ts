import { expect, it } from 'vitest';
import { mainSpots, sideSpots, spotKeys } from '../src/pages/play/spotOrder';
import type { Layout, Spot } from '../src/lib/types';

const spot = (wager: string, title: string, group: string): Spot => ({
  wager,
  title,
  group,
  minimum_cents: 100,
  maximum_cents: null,
  pays: [],
  edge_percent: null,
});
const layout = {
  spots: [
    spot('banker', 'Banker', 'main'),
    spot('player', 'Player', 'main'),
    spot('tie', 'Tie', 'main'),
    spot('tiger_tie', 'Tiger Tie', 'tiger_tie'),
    spot('tiger', 'Tiger', 'tiger'),
    spot('big_tiger', 'Big Tiger', 'big_tiger'),
  ],
} as Layout;

it('spots lie as on the cloth, each with a key of its own', () => {
  expect(mainSpots(layout).map((one) => one.wager)).toEqual(['player', 'tie', 'banker']);
  expect(sideSpots(layout)).toHaveLength(3);
  const keys = spotKeys(layout.spots);
  expect(keys.get('player')).toBe('P');
  expect(new Set(keys.values()).size).toBe(layout.spots.length);
  for (const taken of 'URSM') expect([...keys.values()]).not.toContain(taken);
});
