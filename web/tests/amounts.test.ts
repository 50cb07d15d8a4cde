import { describe, expect, it } from 'vitest';
import { breakdown, chip, firstChip, tray } from '../src/lib/chips';
import { centsOf, typed } from '../src/lib/amountInput';
import { dollars, short } from '../src/lib/money';
import { Stake } from '../src/lib/nextBet.svelte';

const SET = [100, 500, 2_500, 10_000, 50_000, 100_000, 500_000];

describe('chips', () => {
  it('break an amount down, largest first', () => {
    expect(breakdown(13_100, SET)).toEqual({ chips: [10_000, 2_500, 500, 100], left: 0 });
    expect(breakdown(0, SET)).toEqual({ chips: [], left: 0 });
    expect(breakdown(250, SET)).toEqual({ chips: [100, 100], left: 50 });
    expect(breakdown(250, [0])).toEqual({ chips: [], left: 250 });
  });

  it('fit into a tray up to what a bet may be', () => {
    expect(tray(SET, null, 10_000)).toEqual([100, 500, 2_500, 10_000]);
    expect(tray(SET, 500, 9_999)).toEqual([500, 2_500]);
    expect(tray(SET, 501, null)).toEqual(SET.slice(2));
    expect(tray(SET, null, 50)).toEqual(SET.slice(0, 6));
    expect(firstChip(SET, 2_500)).toBe(2_500);
    expect(firstChip(SET, 2_501)).toBe(10_000);
    expect(firstChip(SET, 900_000)).toBe(500_000);
    expect(firstChip([], null)).toBe(0);
  });

  it('differ in their edges, not in colour alone', () => {
    const looks = SET.map(chip);
    expect(new Set(looks.map((look) => look.spots)).size).toBe(SET.length);
    expect(chip(700).colour).toBe(chip(500).colour);
  });
});

describe('the keypad', () => {
  const keyed = (keys: string) => [...keys].reduce(typed, '');

  it('takes dollars and cents and nothing else', () => {
    expect(keyed('12.505')).toBe('12.50');
    expect(keyed('007')).toBe('7');
    expect(keyed('1x-2')).toBe('12');
    expect(keyed('1..2')).toBe('1.2');
    expect(typed('12', 'Backspace')).toBe('1');
    expect(typed('12', 'Delete')).toBe('');
  });

  it('knows the cents', () => {
    expect(centsOf('12.5')).toBe(1250);
    expect(centsOf('12.')).toBe(1200);
    expect(centsOf('.5')).toBe(50);
    expect(centsOf('0')).toBeNull();
    expect(centsOf('')).toBeNull();
    expect(centsOf('.')).toBeNull();
    expect(centsOf('1,000')).toBe(100_000);
    expect(centsOf('1,234,567.8')).toBe(123_456_780);
    expect(centsOf(' 25 ')).toBe(2_500);
    for (const text of ['abc', '-50', '1,00', ',100', '1,0000', '50p', '1.234', '1e3', '$'])
      expect(centsOf(text), text).toBeNull();
  });
});

describe('the next stake', () => {
  const offer = { chips: [2_500, 10_000], first: 2_500 };

  it('is the chip that is chosen, as long as nothing is typed', () => {
    const stake = new Stake(() => offer);
    expect(stake.cents).toBe(2_500);
    stake.choose(10_000);
    expect(stake.cents).toBe(10_000);
    stake.choose(999);
    expect(stake.cents).toBe(2_500);
    stake.text = '1,000';
    expect([stake.cents, stake.wrong]).toEqual([100_000, false]);
  });

  it('is nothing where what is typed is no amount, and never the chip', () => {
    const stake = new Stake(() => offer);
    for (const text of ['abc', '0', '-50', '50p']) {
      stake.text = text;
      expect([stake.cents, stake.wrong], text).toEqual([null, true]);
    }
    stake.text = '  ';
    expect([stake.cents, stake.wrong]).toEqual([2_500, false]);
    expect(new Stake(() => ({ chips: [], first: 0 })).cents).toBeNull();
  });

  it('forgets an amount that is used, and not one typed meanwhile', () => {
    const stake = new Stake(() => offer);
    stake.text = '75';
    stake.used('50');
    expect(stake.text).toBe('75');
    stake.used('75');
    expect(stake.text).toBe('');
  });
});

describe('money', () => {
  it('is written as people write it', () => {
    expect(dollars(2_500)).toBe('$25');
    expect(dollars(250)).toBe('$2.50');
    expect(dollars(-1_000)).toBe('−$10');
    expect(dollars(1_000, true)).toBe('+$10');
    expect(dollars(123_456_700)).toBe('$1,234,567');
    expect(short(50)).toBe('50c');
    expect(short(150_000)).toBe('$1.5k');
    expect(short(2_500)).toBe('$25');
    expect(short(500_000_000)).toBe('$5m');
  });
});
