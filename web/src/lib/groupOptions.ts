import { byGroup, type Grouping } from './commandGroups';
import type { Option } from './types';

export type Group = { name: string; may: Option[]; later: Option[]; others: Option[] };

/** Options by group: what may be done now, what may not be now, and what is for somebody else. */
export function grouped(
  options: Option[],
  names: string[],
  wanted = '',
  called: (name: string) => string = (name) => name.replaceAll('_', ' '),
  by: Grouping = byGroup,
): Group[] {
  const place = (one: Option) => (names.includes(by(one)) ? by(one) : 'other');
  return [...names, 'other']
    .map((name) =>
      group(
        name,
        options.filter((one) => place(one) === name),
        wanted.trim().toLowerCase(),
        called,
      ),
    )
    .filter((one) => one.may.length + one.later.length + one.others.length > 0);
}

function group(
  name: string,
  options: Option[],
  wanted: string,
  called: (name: string) => string,
): Group {
  // Found by what stands on the button, by its plain name, and by what it does.
  const words = (one: Option) =>
    `${called(one.name)} ${one.name.replaceAll('_', ' ')} ${one.what}`.toLowerCase();
  const mine = options
    .filter((one) => one.code !== 'rule_not_held')
    .filter((one) => !wanted || words(one).includes(wanted));
  return {
    name,
    may: mine.filter((one) => one.example !== null),
    later: mine.filter((one) => one.example === null && one.code !== 'not_entitled'),
    others: mine.filter((one) => one.example === null && one.code === 'not_entitled'),
  };
}
