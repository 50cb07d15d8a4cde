import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const SRC = join(import.meta.dirname, '..', 'src');
const WORDS = join(SRC, 'words');
type Catalogue = { en: Record<string, string>; zh: Record<string, string> };

function files(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(svelte|ts)$/.test(name))
    .map((name) => join(folder, name));
}

const sources = files(SRC).filter((path) => !path.startsWith(WORDS));
const texts = sources.map((path) => readFileSync(path, 'utf8'));
const catalogues = await Promise.all(
  readdirSync(WORDS).map(async (file) => {
    const found = (await import(join(WORDS, file))) as Record<string, Catalogue>;
    return { file, name: Object.keys(found)[0] ?? '', words: Object.values(found)[0] as Catalogue };
  }),
);
const RULEBOOKS = join(SRC, '..', '..', 'src', 'punto', 'rulebooks');
const wagerNames = readdirSync(RULEBOOKS)
  .filter((file) => file.endsWith('.toml'))
  .flatMap((file) => [...readFileSync(join(RULEBOOKS, file), 'utf8').matchAll(/^\[wagers\.(\w+)\]/gm)])
  .map((found) => found[1]);
const places = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(String).sort();

/** Keys written out, and the beginnings of those that are put together: `theme_${theme}`. */
function used(): { keys: Set<string>; starts: string[] } {
  const keys = new Set<string>();
  const starts: string[] = [];
  for (const text of texts) {
    for (const [, key] of text.matchAll(/['"]([a-z]\w*)['"]/gi)) keys.add(key as string);
    for (const [, start] of text.matchAll(/`([a-z]\w*_)\$\{/gi)) starts.push(start as string);
  }
  return { keys, starts };
}

it('every wager of every rulebook has a name on the cloth', () => {
  const named = catalogues.find(({ name }) => name === 'wagers')?.words.en ?? {};
  expect(Object.keys(named).sort()).toEqual([...new Set(wagerNames)].sort());
});

describe.each(catalogues)('$file', ({ name, words }) => {
  it('has every key in both languages, with the same places to fill', () => {
    expect(Object.keys(words.zh).sort()).toEqual(Object.keys(words.en).sort());
    for (const [key, text] of Object.entries(words.en)) {
      expect(text.trim(), key).not.toBe('');
      expect(words.zh[key]?.trim(), key).not.toBe('');
      expect(places(words.zh[key] ?? ''), key).toEqual(places(text));
    }
  });

  it('has no key that nothing uses', () => {
    if (name === 'wagers') return;
    const { keys, starts } = used();
    const unused = Object.keys(words.en).filter(
      (key) => !keys.has(key) && !starts.some((start) => key.startsWith(start)),
    );
    expect(unused).toEqual([]);
  });
});

it('visible text comes from a catalogue', () => {
  const bare = sources
    .filter((path) => path.endsWith('.svelte'))
    .flatMap((path) => {
      const body = readFileSync(path, 'utf8')
        .replace(/<(script|style|kbd)[\s\S]*?<\/\1>/g, '')
        .replace(/<!--[\s\S]*?-->/g, '')
        .replace(/\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\}/g, '');
      return [...body.matchAll(/>([^<>]*[A-Za-z]{3,}[^<>]*)</g)]
        .map((found) => `${path.slice(SRC.length)}: ${String(found[1]).trim()}`)
        .filter((text) => !/: Punto$/.test(text));
    });
  expect(bare).toEqual([]);
});
