/** Values as people type them, and back: amounts, cards, times, lists, rows of a table. */
import { face } from './cards';
import { timeIn, typedTime } from './times';
import type { Takes } from './types';

/** What may stand in a field, with the words for it. */
export type Choice = { value: string | number; label: string };
/** One line of a table that is filled in, column by column. */
export type Row = Record<string, string>;

/** Cents as they are typed: `25`, `2.50`. */
export function amountOf(cents: number): string {
  return cents % 100 === 0 ? String(cents / 100) : (cents / 100).toFixed(2);
}

/** Dollars as typed, in cents; undefined for what is no amount. Nothing at all may be meant. */
export function centsIn(text: string): number | undefined {
  const found = /^\$?(\d{1,12})(?:\.(\d{1,2}))?$/.exec(text.replaceAll(',', ''));
  if (!found) return undefined;
  return Number(found[1]) * 100 + Number((found[2] ?? '').padEnd(2, '0') || '0');
}

/** A card as the server writes it: `KH`, `TS`. */
export function cardIn(text: string): string | undefined {
  const found = face(text.toUpperCase());
  return found ? `${found.rank === '10' ? 'T' : found.rank}${found.suit}` : undefined;
}

function cardsIn(text: string): string[] | undefined {
  const cards = text.split(/[,\s]+/).filter(Boolean).map(cardIn);
  return cards.every((card) => card !== undefined) ? (cards as string[]) : undefined;
}

/** Something that may be of any kind: `yes` and numbers are what they look like, the rest is text. */
function anyIn(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

export function listed(item: string, choices: Choice[]): string | number {
  const known = choices.find((choice) => String(choice.value) === item);
  return known ? known.value : /^\d+$/.test(item) ? Number(item) : item;
}

/** What a text in a field means to the server; undefined where it means nothing. */
export function meant(kind: string, text: string, choices: Choice[]): unknown {
  switch (kind) {
    case 'yes':
      return text === 'true';
    case 'cents':
      return centsIn(text);
    case 'number':
      return /^-?\d{1,15}$/.test(text) ? Number(text) : undefined;
    case 'time':
      return timeIn(text);
    case 'card':
      return cardIn(text);
    case 'cards':
      return cardsIn(text);
    case 'list':
      return text.split(/[,\s]+/).filter(Boolean).map((item) => listed(item, choices));
    case 'other':
      return anyIn(text);
    default:
      return choices.find((choice) => String(choice.value) === text)?.value ?? text;
  }
}

/** A value of the server's as somebody would have typed it. */
export function asTyped(kind: string, value: unknown): string {
  if (value === undefined || value === null) return '';
  if (kind === 'cents') return amountOf(Number(value));
  if (kind === 'time') return typedTime(Number(value));
  if (Array.isArray(value)) return value.map(String).join(' ');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

const KEY = 'key';
const ALONE = 'value';

/** What stands in a table, line by line: a list of things, or things by their keys. */
export function rowsOf(one: Takes, value: unknown): Row[] {
  const columns = one.columns;
  const line = (item: unknown, inner: Takes[]): Row =>
    Object.fromEntries(
      inner.map((column, at) => {
        const own = column.name === ALONE ? item : (item as never)?.[one.packed ? at : column.name];
        return [column.name, asTyped(column.kind, own)];
      }),
    );
  if (value === undefined || value === null) return [];
  if (one.kind === 'rows') return (value as unknown[]).map((item) => line(item, columns));
  const [key, ...inner] = columns;
  return Object.entries(value as object).map(([name, item]) => ({
    [KEY]: asTyped(key?.kind ?? 'text', name),
    ...line(item, inner),
  }));
}

/** The lines of a table as the server takes them; undefined where one of them makes no sense. */
export function rowsIn(one: Takes, rows: Row[]): unknown {
  const filled = rows.filter((row) => Object.values(row).some((text) => text.trim()));
  const lines = filled.map((row) => lineIn(one, row));
  if (lines.some((line) => line === undefined)) return undefined;
  if (one.kind === 'rows') return lines.map((line) => line!.thing);
  return Object.fromEntries(lines.map((line) => [String(line!.key), line!.thing]));
}

function lineIn(one: Takes, row: Row): { key: unknown; thing: unknown } | undefined {
  const found: Record<string, unknown> = {};
  for (const column of one.columns) {
    const text = row[column.name]?.trim() ?? '';
    const value = text ? meant(column.kind, text, column.choices as never) : undefined;
    if (value === undefined && (text || column.required)) return undefined;
    if (value !== undefined) found[column.name] = value;
  }
  const { [KEY]: key, ...inner } = one.kind === 'pairs' ? found : { ...found, [KEY]: undefined };
  if (ALONE in inner) return { key, thing: inner[ALONE] };
  return { key, thing: one.packed ? Object.values(inner) : inner };
}
