import { describe, expect, it } from 'vitest';
import { merged, NOTHING, unheard, type Followed } from '../src/lib/feedMerge';
import type { Told } from '../src/lib/types';

type View = { phase: string; cards: string[]; notices: string[] };
const view: View = { phase: 'betting', cards: [], notices: ['a'] };
const told = (version: number): Told => ({ version, heard: { type: 'x', text: '', reasons: [] } });

describe('a feed', () => {
  it('begins with the whole view', () => {
    const known = merged<View>(NOTHING, { version: 7, view, events: [] });
    expect(known).toEqual({ version: 7, you: null, view });
  });

  it('takes fields that changed whole, and keeps the others', () => {
    const first: Followed<View> = { version: 7, you: null, view };
    const known = merged(first, { version: 9, changes: { cards: ['KH'], notices: [] }, events: [] });
    expect(known.view).toEqual({ phase: 'betting', cards: ['KH'], notices: [] });
    expect(known.version).toBe(9);
    expect(first.view).toBe(view);
  });

  it('does not go back to what is older', () => {
    const known: Followed<View> = { version: 9, you: null, view };
    expect(merged(known, { version: 8, changes: { phase: 'idle' }, events: [] })).toBe(known);
  });

  it('changes nothing that it has not seen whole', () => {
    expect(merged<View>(NOTHING, { version: 8, changes: { phase: 'idle' }, events: [] })).toBe(NOTHING);
  });

  it('replaces everything when it comes back', () => {
    const known: Followed<View> = { version: 9, you: null, view };
    const whole = { ...view, phase: 'dealing' };
    expect(merged(known, { version: 12, view: whole, events: [] }).view).toBe(whole);
    const anew = merged(known, { version: 2, view: whole, events: [] });
    expect([anew.version, anew.view]).toEqual([2, whole]);
  });

  it('tells every event once', () => {
    expect(unheard(3, [told(2), told(3), told(4), told(5)]).map((one) => one.version)).toEqual([4, 5]);
  });
});
