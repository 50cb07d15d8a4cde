import { actions } from '../words/actions';
import { contestActions } from '../words/contestActions';
import { contestFields } from '../words/contestFields';
import { fields } from '../words/fields';
import { settings } from './settings.svelte';

type Words = { en: object; zh: object };

function looked(catalogues: Words[], key: string): string | undefined {
  for (const words of catalogues) {
    const found = (words[settings.language] as Record<string, string>)[key];
    if (found !== undefined) return found;
  }
  return undefined;
}

/** A name of the server's as people write it: `first_seat` is `first seat`. */
export function plain(name: string): string {
  const words = name.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** What a command is called on a button. */
export function actionName(name: string): string {
  return looked([actions, contestActions], `act_${name}`) ?? plain(name);
}

/** What a field of a command is called in a form; a part of a part says of what. */
export function fieldName(name: string): string {
  const [, ...parts] = name.includes('.') ? name.split('.') : ['', name];
  return parts.map(called).join(': ');
}

function called(name: string): string {
  return looked([fields, contestFields], `field_${name}`) ?? plain(name);
}

/** What a column of a table in a form is called: `place` among prizes is not one in a hand. */
export function columnName(table: string, column: string): string {
  const own = table.split('.').at(-1) ?? table;
  return looked([contestFields], `field_${own}_${column}`) ?? called(column);
}
