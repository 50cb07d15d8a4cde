import { beforeEach, expect, it, vi } from 'vitest';
import { api } from '../src/lib/api';
import { Foreseen } from '../src/lib/preview.svelte';
import { Problem } from '../src/lib/apiError';

vi.mock('../src/lib/clauses', () => ({ wordsOf: vi.fn(async () => 'words') }));
const preview = vi.spyOn(api, 'preview');
const LONG_MS = 2000;
const answered = { version: 1, events: [], consequences: [] };
const A = { type: 'pull_card', to: 'player' };
const B = { type: 'pull_card', to: 'banker' };
let foreseen: Foreseen;

beforeEach(() => {
  vi.useFakeTimers();
  preview.mockReset().mockResolvedValue(answered);
  foreseen = new Foreseen('/tables/t1', 'nsw-2024', null);
});

it('shows nothing before the answer is there', async () => {
  foreseen.ask(A);
  await vi.advanceTimersByTimeAsync(40);
  expect(foreseen.shows(A)).toBe(false);
  await vi.advanceTimersByTimeAsync(LONG_MS);
  expect([foreseen.shows(A), foreseen.shows({ ...A }), foreseen.shows(B), foreseen.shows(null)]).toEqual([true, true, false, false]);
});

it('shows what was asked last, whichever answer comes first', async () => {
  let late = (_: typeof answered) => {};
  preview.mockReturnValueOnce(new Promise((done) => (late = done)));
  foreseen.ask(A);
  await vi.advanceTimersByTimeAsync(LONG_MS);
  foreseen.ask(B);
  await vi.advanceTimersByTimeAsync(LONG_MS);
  late(answered);
  await vi.advanceTimersByTimeAsync(LONG_MS);
  expect([foreseen.shows(A), foreseen.shows(B)]).toEqual([false, true]);
});

it('asks again when the table went on, and keeps showing meanwhile', async () => {
  foreseen.ask(A);
  foreseen.ask({ ...A });
  await vi.advanceTimersByTimeAsync(LONG_MS);
  expect(preview).toHaveBeenCalledTimes(1);
  preview.mockRejectedValue(new Problem(409, 'not_now', 'not now'));
  foreseen.ask({ ...A });
  expect(foreseen.shows(A)).toBe(true);
  await vi.advanceTimersByTimeAsync(LONG_MS);
  expect(foreseen.answer?.no?.code).toBe('not_now');
});

it('says that nothing can be told where the cards are hidden', async () => {
  preview.mockRejectedValue(new Problem(409, 'cards_hidden', 'hidden'));
  foreseen.ask(A);
  await vi.advanceTimersByTimeAsync(LONG_MS);
  expect(foreseen.answer).toMatchObject({ hidden: true, no: null });
  foreseen.ask(null);
  expect([foreseen.answer, foreseen.shows(A)]).toEqual([null, false]);
});
