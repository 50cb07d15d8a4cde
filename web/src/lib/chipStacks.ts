import { breakdown } from './chips';

/** So many chips of one value. */
export type Stack = { cents: number; count: number };

/** An amount in stacks of chips, largest first; what no chip is small enough for is left over. */
export function stacks(cents: number, denominations: number[]): { stacks: Stack[]; left: number } {
  const { chips, left } = breakdown(cents, denominations);
  const found: Stack[] = [];
  for (const value of chips) {
    const last = found.at(-1);
    if (last?.cents === value) last.count += 1;
    else found.push({ cents: value, count: 1 });
  }
  return { stacks: found, left };
}
