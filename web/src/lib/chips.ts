import type { Layout } from './types';

export type Chip = { cents: number; colour: string; ink: string; spots: number };

/** Colours of chips by value; the number of edge spots tells them apart without colour. */
const LOOKS: [number, string, string, number][] = [
  [50, '#7A8B99', '#FFFFFF', 3],
  [100, '#E9E6DC', '#1A1405', 4],
  [250, '#D88C9A', '#1A1405', 5],
  [500, '#B3202C', '#FFFFFF', 6],
  [2_500, '#1E7A3E', '#FFFFFF', 8],
  [10_000, '#1C1C1E', '#FFFFFF', 10],
  [50_000, '#5B2A86', '#FFFFFF', 12],
  [100_000, '#F2C230', '#1A1405', 14],
  [500_000, '#F08A3C', '#1A1405', 16],
  [1_000_000, '#0E7C86', '#FFFFFF', 18],
  [2_500_000, '#8A4B2A', '#FFFFFF', 20],
  [10_000_000, '#3A5BA0', '#FFFFFF', 22],
];

/** How a chip of so many cents looks: like the nearest known one that is not worth more. */
export function chip(cents: number): Chip {
  let found = LOOKS[0] as (typeof LOOKS)[number];
  for (const look of LOOKS) if (look[0] <= cents) found = look;
  return { cents, colour: found[1], ink: found[2], spots: found[3] };
}

/** An amount in chips, largest first; what no chip is small enough for is left over. */
export function breakdown(
  cents: number,
  denominations: number[],
): { chips: number[]; left: number } {
  const chips: number[] = [];
  let left = cents;
  for (const value of [...denominations].sort((a, b) => b - a)) {
    while (value > 0 && left >= value) {
      chips.push(value);
      left -= value;
    }
  }
  return { chips, left };
}

/** The chips that a tray shows: at most so many, from what the least bet takes up to the most. */
export function tray(
  denominations: number[],
  least: number | null,
  most: number | null,
  count = 6,
): number[] {
  const rising = [...denominations].sort((a, b) => a - b);
  const usable = rising.filter(
    (value) => (least === null || value >= least) && (most === null || value <= most),
  );
  return (usable.length ? usable : rising).slice(0, count);
}

/** The chip that is chosen for somebody: the smallest that alone makes a bet. */
export function firstChip(chips: number[], least: number | null): number {
  return chips.find((value) => least === null || value >= least) ?? chips.at(-1) ?? 0;
}

/** The chips that a table's limits make useful, and the one that is chosen for somebody. */
export function offered(layout: Layout): { chips: number[]; first: number } {
  const least = Math.min(...layout.spots.map((spot) => spot.minimum_cents ?? 0)) || null;
  const most = Math.max(0, ...layout.spots.map((spot) => spot.maximum_cents ?? 0)) || null;
  const chips = tray(layout.denominations_cents, least, most);
  return { chips, first: firstChip(chips, leastMain(layout)) };
}

/** The least that a main wager takes. */
export function leastMain(layout: Layout): number | null {
  return layout.spots.find((spot) => spot.group === 'main')?.minimum_cents ?? null;
}
