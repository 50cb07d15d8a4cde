import { isTrouble } from './commandGroups';
import { amountOf, asTyped, listed, meant, rowsIn, rowsOf, type Choice, type Row } from './fieldValues';
import type { Option, Takes } from './types';

export type { Choice, Row } from './fieldValues';
export type Known = Record<string, Choice[]>;
export type Value = string | boolean | string[] | Row[];
export type Values = Record<string, Value>;
export type Field = Omit<Takes, 'choices'> & {
  choices: Choice[];
  /** An example, shown where nothing is typed yet; never sent by itself. */
  hint: string;
  start: Value;
};
export type Built = { command: Record<string, unknown> | null; missing: string[]; bad: string[] };

const TYPED = new Set(['text', 'cents', 'card', 'cards', 'time', 'other']);
const TABLES = new Set(['rows', 'pairs']);

/** The fields of a form for a command; those that nobody can fill in by hand are left out. */
export function fieldsOf(option: Option, known: Known = {}, given: Values = {}): Field[] {
  return option.takes.flatMap((one) => {
    // What went wrong, to whom something is done and what somebody states is for people to say.
    const open = isTrouble(option) || one.kind === 'person' || one.statement !== null;
    const shown = inside(option.example ?? {}, one.name);
    if (one.kind === 'parts' || (one.kind === 'other' && !one.required)) return [];
    if (one.kind !== 'card' || one.required) return [field(one, shown, known, given, open)];
    // A card that the shoe knows is not asked for, one that only the dealer sees always is.
    const asked = option.asks.includes(one.name);
    return asked ? [field({ ...one, required: true }, shown, known, given, open)] : [];
  });
}

/** What stands in the fields of a form if a command is to be given as it is. */
export function valuesOf(option: Option, command: Record<string, unknown>): Values {
  const values: Values = {};
  for (const one of option.takes) {
    const value = inside(command, one.name);
    if (one.kind === 'parts' || value === undefined || value === null) continue;
    if (TABLES.has(one.kind)) values[one.name] = rowsOf(one, value);
    else values[one.name] = one.kind === 'yes' && one.required ? value === true : asTyped(one.kind, value);
  }
  return values;
}

/** What a name means in a command: `change.minimum_cents` is a part of `change`. */
function inside(command: object, name: string): unknown {
  return name.split('.').reduce<unknown>((at, part) => (at as Record<string, unknown> | null | undefined)?.[part], command);
}

function field(one: Takes, shown: unknown, known: Known, given: Values, open: boolean): Field {
  const choices = choicesOf(one, known);
  const alone = choices.length === 1 && one.required && one.statement === null;
  const only = alone ? choices[0]!.value : undefined;
  return {
    ...one,
    choices,
    columns: one.columns.map((column) => ({ ...column, choices: choicesOf(column, known) as never[] })),
    hint: hintOf(one.kind, shown),
    start: given[one.name] ?? startOf(one, open ? only : shown, choices, open),
  };
}

function choicesOf(one: Takes, known: Known): Choice[] {
  const found = known[one.name.split('.').at(-1) ?? one.name];
  if (one.choices.length === 0) return found ?? [];
  return one.choices.map((value) => {
    const same = found?.find((other) => other.value === value);
    return same ?? { value: value as string | number, label: String(value).replaceAll('_', ' ') };
  });
}

function hintOf(kind: string, shown: unknown): string {
  if (shown === undefined || shown === null || TABLES.has(kind)) return '';
  return kind === 'cents' ? amountOf(Number(shown)) : asTyped('text', shown);
}

/** What stands in a field at first: an example where it is picked, nothing where it is typed. */
function startOf(one: Takes, shown: unknown, choices: Choice[], open: boolean): Value {
  if (TABLES.has(one.kind)) return [];
  // Whether a yes that may be left out is usual is for the server to know: it can be said or not.
  if (one.kind === 'yes' && one.required && !open) return shown === true;
  if (one.kind === 'yes') return shown === undefined ? '' : String(shown);
  if (one.kind === 'list') return Array.isArray(shown) && choices.length ? shown.map(String) : [];
  if (one.kind === 'other') return shown === undefined ? '' : JSON.stringify(shown, null, 1);
  const picked = choices.find((choice) => choice.value === shown);
  if (picked) return String(picked.value);
  if (choices.length) return one.required && !open ? String(choices[0]?.value ?? '') : '';
  if (TYPED.has(one.kind)) return '';
  return shown === undefined || shown === null ? '' : String(shown);
}

/** The command that a filled-in form stands for, or which fields keep it from being one. */
export function built(option: Option, fields: Field[], values: Values): Built {
  const command: Record<string, unknown> = { type: option.name };
  const missing: string[] = [];
  const bad: string[] = [];
  for (const one of fields) {
    const value = values[one.name] ?? one.start;
    if (empty(value)) {
      const said = one.kind === 'list' || value === false;
      if (one.required && !said) missing.push(one.name);
      else if (one.required) put(command, one.name, one.kind === 'yes' ? false : []);
      continue;
    }
    const found = read(one, value);
    if (found === undefined) bad.push(one.name);
    else put(command, one.name, found);
  }
  for (const whole of option.takes)
    if (whole.kind === 'parts' && whole.required && inside(command, whole.name) === undefined)
      missing.push(whole.name);
  return { command: missing.length || bad.length ? null : command, missing, bad };
}

/** Put a value where its name says. */
function put(command: Record<string, unknown>, name: string, value: unknown): void {
  const parts = name.split('.');
  const own = parts.pop() ?? name;
  let at = command;
  for (const part of parts) at = (at[part] ??= {}) as Record<string, unknown>;
  at[own] = value;
}

function empty(value: Value): boolean {
  if (typeof value === 'boolean') return !value;
  if (typeof value === 'string') return !value.trim();
  return value.every((item) => typeof item !== 'string' && Object.values(item).every((text) => !text.trim()));
}

function read(one: Field, value: Value): unknown {
  if (typeof value === 'boolean') return value;
  if (typeof value === 'string') return meant(one.kind, value.trim(), one.choices);
  if (TABLES.has(one.kind)) return rowsIn(one as unknown as Takes, value as Row[]);
  return (value as string[]).map((item) => listed(item, one.choices));
}

/** The field that a no is about, as far as it names one. */
export function fieldAt(message: string, fields: Field[]): string | null {
  const path = /\$\.([\w.]+)/.exec(message)?.[1];
  const named = path ?? fields.find((one) => new RegExp(`\\b${one.name}\\b`).test(message))?.name;
  return fields.some((one) => one.name === named) ? (named ?? null) : null;
}
