import type { Family } from './commandGroups';
import type { Option } from './types';

export type Group = { name: string; may: Option[]; later: Option[]; others: Option[] };

/** Options by family: what may be done now, what may not be now, and what is for somebody else. */
export function grouped(
  options: Option[],
  families: Family[],
  wanted = '',
  called: (name: string) => string = (name) => name.replaceAll('_', ' '),
): Group[] {
  const known = new Set(families.flatMap((family) => family.commands));
  const other = options.filter((one) => !known.has(one.name)).map((one) => one.name);
  return [...families, { name: 'other', commands: other }]
    .map((family) => group(options, family, wanted.trim().toLowerCase(), called))
    .filter((one) => one.may.length + one.later.length + one.others.length > 0);
}

function group(
  options: Option[],
  family: Family,
  wanted: string,
  called: (name: string) => string,
): Group {
  // Found by what stands on the button, by its plain name, and by what it does.
  const words = (one: Option) =>
    `${called(one.name)} ${one.name.replaceAll('_', ' ')} ${one.what}`.toLowerCase();
  const mine = family.commands
    .flatMap((name) => options.find((one) => one.name === name) ?? [])
    .filter((one) => one.code !== 'rule_not_held')
    .filter((one) => !wanted || words(one).includes(wanted));
  return {
    name: family.name,
    may: mine.filter((one) => one.example !== null),
    later: mine.filter((one) => one.example === null && one.code !== 'not_entitled'),
    others: mine.filter((one) => one.example === null && one.code === 'not_entitled'),
  };
}
