import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { pageNames, pageRoutes, resourceRoutes, routes } from '../generated/routes';

const SRC = join(import.meta.dirname, '..', 'src');
const FILES = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter((name) => /\.(svelte|ts)$/.test(name));

type Builder = string | ((...values: never[]) => string);

/** The first word of every address: a text that begins with it was typed by hand. */
const firstWords = new Set(
  [routes, resourceRoutes, pageRoutes]
    .flatMap((group): Builder[] => Object.values(group))
    .map((route) => (typeof route === 'string' ? route : route(...(['', ''] as never[]))))
    .map((path) => path.split('/')[1])
    .filter(Boolean),
);

/** Addresses in a text: after a quotation mark, or after what is put in: `${where}/options`. */
const typed = (text: string) =>
  [...text.matchAll(/["'`}]\/(\w+)/g)].map((found) => found[1]).filter((word) => firstWords.has(word));

it('finds an address that is typed by hand', () => {
  expect(typed("ask('GET', '/tables')")).toEqual(['tables']);
  expect(typed('`${where}/options`')).toEqual(['options']);
  expect(typed('<a href="/play/{table}">')).toEqual(['play']);
  expect(typed("import { api } from './tables/options'; <br/>")).toEqual([]);
});

it('takes every address from the routes of the server', () => {
  for (const file of FILES) expect(typed(readFileSync(join(SRC, file), 'utf8')), file).toEqual([]);
});

it('builds addresses with their parameters quoted', () => {
  expect(routes.clause('nsw-2024', '5.1/2')).toBe('/rulebooks/nsw-2024/clauses/5.1%2F2');
  expect(resourceRoutes.coup(routes.table('t 1'), 3)).toBe('/tables/t%201/coups/3');
  expect(pageRoutes.readClause('nsw-2024', '5.1')).toBe('/read/nsw-2024/5.1');
  expect(pageNames).toContain('play');
});
