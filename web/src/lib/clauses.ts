import { routes } from '../../generated/routes';
import { api } from './api';

type Limb = { clause: { clause: string; text: string } };
const asked = new Map<string, Promise<string>>();

/** A clause without the rulebook's name before it. */
export function bare(clause: string): string {
  return clause.includes('/') ? clause.slice(clause.indexOf('/') + 1) : clause;
}

/** The words of a clause, or of one limb of it; each is asked for once. */
export function wordsOf(rulebook: string, clause: string): Promise<string> {
  const name = bare(clause);
  const key = `${rulebook}/${name}`;
  const known = asked.get(key);
  if (known) return known;
  const found = api
    .get<Limb[]>(routes.clause(rulebook, name))
    .then((limbs) => limbs.map((limb) => limb.clause.text).join(' '));
  asked.set(key, found);
  found.catch(() => asked.delete(key));
  return found;
}
