import { routes } from '../../generated/routes';
import type { components } from '../../generated/schema';
import { api } from './api';

type Sent = components['schemas'];
export type Rulebook = Sent['RulebookResponse'];
export type Clause = Sent['ClauseResponse'];
export type Datum = Sent['Datum'];
export type Proven = Sent['ClauseProof'];
export type Difference = Sent['Difference'];
export type Whole = Sent['WholeRulebook'];

const asked = new Map<string, Promise<unknown>>();

/** Rulebooks do not change while a page is open: each is asked for once. */
function once<T>(path: string): Promise<T> {
  const known = asked.get(path);
  if (known) return known as Promise<T>;
  const found = api.get<T>(path);
  asked.set(path, found);
  found.catch(() => asked.delete(path));
  return found;
}

export const library = {
  all: () => once<Rulebook[]>(routes.rulebooks),
  whole: (id: string) => once<Whole>(routes.rulebook(id)),
  clause: (id: string, clause: string) => once<Proven[]>(routes.clause(id, clause)),
  compare: (one: string, other: string) => once<Difference[]>(routes.comparison(one, other)),
};

/** The clauses that hold every word that is looked for, in their number, area or text. */
export function found(clauses: Clause[], wanted: string, area = ''): Clause[] {
  const words = wanted.toLowerCase().split(/\s+/).filter(Boolean);
  return clauses.filter((one) => {
    if (area && one.area !== area) return false;
    const text = `${one.clause} ${one.area} ${one.actor} ${one.text}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

/** A value of a rulebook as one reads it. */
export function valueText(value: unknown): string {
  if (value === null || value === undefined) return '–';
  if (Array.isArray(value)) return value.map(valueText).join(', ');
  if (typeof value === 'object')
    return Object.entries(value)
      .map(([key, one]) => `${key.replaceAll('_', ' ')}: ${valueText(one)}`)
      .join('; ');
  return String(value).replaceAll('_', ' ');
}
