import { api } from './api';

export type Rulebook = {
  id: string;
  jurisdiction: string;
  title: string;
  citation: string;
  scope: string;
  playable: boolean;
  limbs: number;
  titles: string[];
  in_force: string | null;
};
export type Clause = {
  clause: string;
  of: string;
  area: string;
  kind: string;
  actor: string;
  text: string;
  covered: boolean;
};
export type Datum = { key: string; value: unknown; clause: string[]; reading: string | null };
export type Proven = {
  clause: Clause;
  parameters: string;
  system: string;
  data: Datum[];
  scenarios: string[];
};
export type Difference = { key: string; one: Datum | null; other: Datum | null };
export type Whole = { rulebook: Rulebook; clauses: Clause[] };

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

const part = encodeURIComponent;
export const library = {
  all: () => once<Rulebook[]>('/rulebooks'),
  whole: (id: string) => once<Whole>(`/rulebooks/${part(id)}`),
  clause: (id: string, clause: string) =>
    once<Proven[]>(`/rulebooks/${part(id)}/clauses/${part(clause)}`),
  compare: (one: string, other: string) =>
    once<Difference[]>(`/rulebooks/${part(one)}/compare/${part(other)}`),
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
