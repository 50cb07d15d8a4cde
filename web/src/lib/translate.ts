import { settings } from './settings.svelte';

/** A catalogue: every visible string of a page, in each language, under the same keys. */
export type Catalogue<Key extends string> = {
  en: Record<Key, string>;
  zh: Record<Key, string>;
};
export type Values = Record<string, string | number>;

/** Put values into `{places}` of a text. */
export function filled(text: string, values: Values = {}): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}

/** A page's own voice: the text of a key in the language that is chosen now. */
export function speaker<Key extends string>(catalogue: Catalogue<Key>) {
  return (key: Key, values?: Values): string =>
    filled(catalogue[settings.language][key], values);
}
