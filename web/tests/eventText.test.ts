import { expect, it, vi } from 'vitest';
import { worded } from '../src/lib/eventText';

vi.mock('../src/lib/settings.svelte', () => ({ settings: { language: 'en' } }));

it('what is announced has names as people write them', () => {
  expect(worded('Rafa big_tiger $50')).toBe('Rafa Big Tiger $50');
  expect(worded('no new_thing yet')).toBe('no new thing yet');
});
