import { resourceRoutes, routes } from '../../generated/routes';
import type { ContestView } from './tournamentView';
import { Problem } from './apiError';
import type { AllRoads, ClauseWords, DemoPerson, Option, Consequence, TableView, Told, You } from './types';

type Asked = { title?: string | null; key?: string };
type Looked<View> = { version: number; you?: You; view: View };

const KEPT = 'punto-secrets';
/** The secret that a browser repeats with every change, by the addresses it holds for. */
const secrets = new Map<string, string>(kept());

function kept(): [string, string][] {
  try {
    return JSON.parse(sessionStorage.getItem(KEPT) ?? '[]') as [string, string][];
  } catch {
    return [];
  }
}

/** Remember who the server says we are at an address, for as long as this tab is open. */
export function remember(at: string, csrf: string | null | undefined): void {
  if (csrf) secrets.set(at, csrf);
  else secrets.delete(at);
  try {
    sessionStorage.setItem(KEPT, JSON.stringify([...secrets]));
  } catch {
    // Where nothing may be kept, it holds until the page is left.
  }
}

/** Forget everybody we were. */
export function forget(): void {
  for (const at of [...secrets.keys()]) remember(at, null);
}

function secretFor(path: string): string | undefined {
  const found = [...secrets.keys()].filter((at) => path.startsWith(at));
  const longest = found.sort((a, b) => b.length - a.length)[0];
  return longest === undefined ? undefined : secrets.get(longest);
}

async function ask<T>(method: string, path: string, body?: unknown, asked: Asked = {}): Promise<T> {
  const headers: Record<string, string> = { accept: 'application/json' };
  if (body !== undefined) headers['content-type'] = 'application/json';
  const secret = method === 'GET' ? undefined : secretFor(path);
  if (secret) headers['punto-csrf'] = secret;
  if (asked.title) headers['punto-title'] = asked.title;
  if (asked.key) headers['idempotency-key'] = asked.key;
  let answer: Response;
  try {
    answer = await fetch(path, {
      method,
      headers,
      credentials: 'same-origin',
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  } catch {
    throw new Problem(0, 'unreachable', 'the server does not answer');
  }
  const text = await answer.text();
  if (!answer.ok) throw refusal(answer.status, text);
  return (text ? JSON.parse(text) : undefined) as T;
}

function refusal(status: number, text: string): Problem {
  try {
    const no = JSON.parse(text) as Partial<Problem>;
    return new Problem(
      status,
      no.code ?? 'broken',
      no.message ?? text.slice(0, 200),
      no.clause ?? [],
      no.hint ?? null,
    );
  } catch {
    return new Problem(status, 'broken', text.slice(0, 200));
  }
}

export const api = {
  get: <T>(path: string) => ask<T>('GET', path),
  post: <T>(path: string, body: unknown, asked?: Asked) => ask<T>('POST', path, body, asked),
  remove: (path: string) => ask<undefined>('DELETE', path),

  async session(): Promise<You> {
    const you = await ask<You>('GET', routes.session);
    remember('/', you.csrf);
    return you;
  },
  async signIn(name: string, password: string): Promise<You> {
    const you = await ask<You>('POST', routes.session, { name, password });
    remember('/', you.csrf);
    return you;
  },
  async signOut(): Promise<void> {
    await ask<undefined>('DELETE', routes.session);
    forget();
  },
  people: () => ask<DemoPerson[]>('GET', routes.demoPeople),
  /** Be somebody of the demo. */
  async become(person: DemoPerson): Promise<void> {
    const { name, table } = person;
    const asked = person.patron ? { name, table: table ?? person.tournament } : { name };
    const now = await ask<{ csrf: string }>('POST', routes.demoPerson, asked);
    forget();
    remember(person.patron && table ? routes.table(table) : '/', now.csrf);
  },
  tables: () => ask<{ id: string; version: number; view: TableView }[]>('GET', routes.tables),
  tournaments: () => ask<{ id: string; version: number; view: ContestView }[]>('GET', routes.tournaments),
  look: <View>(where: string) => ask<Looked<View>>('GET', where),
  options: (where: string, title?: string | null) =>
    ask<{ version: number; options: Option[] }>('GET', resourceRoutes.options(where), undefined, {
      title: title ?? null,
    }),
  /** What a command would bring about, without doing it. */
  preview: (where: string, command: Record<string, unknown>, title?: string | null) =>
    ask<{ version: number; events: Told[]; consequences: Consequence[] }>('POST', resourceRoutes.preview(where), command, {
      title: title ?? null,
    }),
  /** Send one command; the key makes a second try of the same harmless. */
  command: (where: string, command: Record<string, unknown>, title?: string | null) =>
    ask<{ first: number; last: number; repeated: boolean; events: Told[] }>(
      'POST',
      resourceRoutes.commands(where),
      command,
      { title: title ?? null, key: freshKey() },
    ),
  roads: (where: string) => ask<{ version: number; roads: AllRoads }>('GET', resourceRoutes.roads(where)),
  clause: (rulebook: string, clause: string) =>
    ask<ClauseWords[]>('GET', routes.clause(rulebook, clause)),
  async join(table: string, name: string, seat: number): Promise<{ name: string }> {
    const where = routes.table(table);
    const joined = await ask<{ name: string; csrf?: string }>('POST', resourceRoutes.patrons(where), {
      name,
      seat,
    });
    remember(where, joined.csrf);
    return joined;
  },
};

/** A key that no other command has. */
export function freshKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
