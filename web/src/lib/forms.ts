import { face } from './cards';
import type { Option, Takes } from './types';
import { timeIn } from './times';

/** What may stand in a field, with the words for it. */
export type Choice = { value: string | number; label: string };
export type Known = Record<string, Choice[]>;
export type Value = string | boolean | string[];
export type Values = Record<string, Value>;
export type Field = {
  name: string;
  kind: string;
  required: boolean;
  choices: Choice[];
  /** An example, shown where nothing is typed yet; never sent by itself. */
  hint: string;
  start: Value;
};
export type Built = { command: Record<string, unknown> | null; missing: string[]; bad: string[] };

const part = (name: string, kind: string): Takes => ({ name, required: false, kind, choices: [] });
/** Fields that hold several things: each is filled in by itself. */
const PARTS: Record<string, Takes[]> = {
  change: [
    part('change.minimum_cents', 'cents'),
    part('change.maximum_cents', 'cents'),
    part('change.wager', 'text'),
    part('change.optional_minimum_cents', 'cents'),
    part('change.optional_maximum_cents', 'cents'),
    part('change.step_cents', 'cents'),
    part('change.cap_cents', 'cents'),
    part('change.settlement', 'text'),
    part('change.closing', 'yes'),
  ],
};
const TYPED = new Set(['text', 'cents', 'card', 'cards', 'time', 'other']);

/** The fields of a form for a command; those that nobody can fill in by hand are left out. */
export function fieldsOf(option: Option, known: Known = {}, given: Values = {}): Field[] {
  return option.takes
    .flatMap((one) => (PARTS[one.name] && one.kind === 'other' ? PARTS[one.name] : [one]) ?? [])
    .filter((one) => one.kind !== 'other' || one.required)
    .map((one) => field(one, option.example ?? {}, known, given));
}

function field(one: Takes, example: Record<string, unknown>, known: Known, given: Values): Field {
  const choices = choicesOf(one, known);
  const shown = example[one.name];
  return {
    name: one.name,
    kind: one.kind,
    required: one.required,
    choices,
    hint: hintOf(one.kind, shown),
    start: given[one.name] ?? startOf(one, shown, choices),
  };
}

function choicesOf(one: Takes, known: Known): Choice[] {
  const found = known[one.name];
  if (one.choices.length === 0) return found ?? [];
  return one.choices.map((value) => {
    const same = found?.find((other) => other.value === value);
    return same ?? { value: value as string | number, label: String(value).replaceAll('_', ' ') };
  });
}

function hintOf(kind: string, shown: unknown): string {
  if (shown === undefined || shown === null) return '';
  if (kind === 'cents') return amountOf(Number(shown));
  if (Array.isArray(shown)) return shown.map(String).join(' ');
  return typeof shown === 'object' ? JSON.stringify(shown) : String(shown);
}

/** What stands in a field at first: an example where it is picked, nothing where it is typed. */
function startOf(one: Takes, shown: unknown, choices: Choice[]): Value {
  // Whether a yes that may be left out is usual is for the server to know: it can be said or not.
  if (one.kind === 'yes') return one.required ? shown === true : shown === undefined ? '' : String(shown);
  if (one.kind === 'list') return Array.isArray(shown) && choices.length ? shown.map(String) : [];
  if (one.kind === 'other') return shown === undefined ? '' : JSON.stringify(shown, null, 1);
  const picked = choices.find((choice) => choice.value === shown);
  if (picked) return String(picked.value);
  if (choices.length) return one.required ? String(choices[0]?.value ?? '') : '';
  if (TYPED.has(one.kind)) return '';
  return shown === undefined || shown === null ? '' : String(shown);
}

/** Cents as they are typed: `25`, `2.50`. */
export function amountOf(cents: number): string {
  return cents % 100 === 0 ? String(cents / 100) : (cents / 100).toFixed(2);
}

/** The command that a filled-in form stands for, or which fields keep it from being one. */
export function built(name: string, fields: Field[], values: Values): Built {
  const command: Record<string, unknown> = { type: name };
  const missing: string[] = [];
  const bad: string[] = [];
  for (const one of fields) {
    const value = values[one.name] ?? one.start;
    if (empty(value)) {
      if (one.required && one.kind !== 'yes' && one.kind !== 'list') missing.push(one.name);
      else if (one.required) command[one.name] = one.kind === 'yes' ? false : [];
      continue;
    }
    const meant = read(one, value);
    if (meant === undefined) bad.push(one.name);
    else put(command, one.name, meant);
  }
  for (const whole of new Set(fields.flatMap((one) => one.name.split('.').slice(0, -1))))
    if (!(whole in command)) missing.push(whole);
  return { command: missing.length || bad.length ? null : command, missing, bad };
}

/** Put a value where its name says: `change.minimum_cents` is a part of `change`. */
function put(command: Record<string, unknown>, name: string, value: unknown): void {
  const [whole = '', inner] = name.split('.');
  if (inner === undefined) command[whole] = value;
  else command[whole] = { ...(command[whole] as object | undefined), [inner]: value };
}

function empty(value: Value): boolean {
  if (typeof value === 'boolean') return !value;
  return typeof value === 'string' ? !value.trim() : value.length === 0;
}

function read(one: Field, value: Value): unknown {
  if (typeof value === 'boolean') return value;
  if (Array.isArray(value)) return value.map((item) => listed(item, one.choices));
  const text = value.trim();
  switch (one.kind) {
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
      return text.split(/[,\s]+/).filter(Boolean).map((item) => listed(item, one.choices));
    case 'other':
      return jsonIn(text);
    default:
      return one.choices.find((choice) => String(choice.value) === text)?.value ?? text;
  }
}

function listed(item: string, choices: Choice[]): string | number {
  const known = choices.find((choice) => String(choice.value) === item);
  return known ? known.value : /^\d+$/.test(item) ? Number(item) : item;
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

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** The field that a no is about, as far as it names one. */
export function fieldAt(message: string, fields: Field[]): string | null {
  const path = /\$\.(\w+)/.exec(message)?.[1];
  const named = path ?? fields.find((one) => new RegExp(`\\b${one.name}\\b`).test(message))?.name;
  return fields.some((one) => one.name === named) ? (named ?? null) : null;
}
