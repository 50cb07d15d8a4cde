import { describe, expect, it } from 'vitest';
import { standing } from '../src/lib/bets.svelte';
import { cardsTold } from '../src/lib/cards';
import { coupNumber } from '../src/lib/coupNumber';
import type { Wager } from '../src/lib/types';

const lies = (wager: string, stake_cents: number) => ({ wager, stake_cents }) as Wager;

describe('bets that can be taken back', () => {
  const done = [
    { wager: 'player', cents: 2_500 },
    { wager: 'tie', cents: 2_500 },
    { wager: 'player', cents: 10_000 },
  ];

  it('are all of them while all lie there', () => {
    expect(standing(done, [lies('player', 12_500), lies('tie', 2_500)])).toEqual(done);
    expect(standing(done, [lies('player', 50_000), lies('tie', 50_000)])).toEqual(done);
  });

  it('are those that are left when some were taken back elsewhere', () => {
    expect(standing(done, [lies('tie', 2_500)])).toEqual([done[1]]);
    expect(standing(done, [lies('player', 10_000)])).toEqual([done[2]]);
    expect(standing(done, [lies('player', 2_500)])).toEqual([done[0]]);
    expect(standing(done, [])).toEqual([]);
  });
});

describe('the number of a coup', () => {
  it('is told of the coup on the table, and of no other', () => {
    expect(coupNumber({ phase: 'dealing', number: 102 })).toBe(102);
    expect(coupNumber({ phase: 'settling', number: 102 })).toBe(102);
    expect(coupNumber({ phase: 'betting', number: 102 })).toBeNull();
    expect(coupNumber({ phase: 'idle', number: 0 })).toBeNull();
  });
});

describe('cards in a sentence', () => {
  it('are told as they look', () => {
    expect(cardsTold('Player 8H TS: 8 + 0 counts 8')).toBe('Player 8♥ 10♠: 8 + 0 counts 8');
    expect(cardsTold('ASK THE DEALER, CD 5')).toBe('ASK THE DEALER, CD 5');
  });
});
