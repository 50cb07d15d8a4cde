import type { Told, You } from './types';

/** What a feed sends: the whole view first, then the fields that are different now. */
export type Message<View> = {
  version: number;
  you?: You;
  view?: View;
  changes?: Partial<View>;
  events: Told[];
};
export type Followed<View> = { version: number; you: You | null; view: View | null };

export const NOTHING = { version: -1, you: null, view: null };

/** What is known after a message; changes that are older than that change nothing. */
export function merged<View>(known: Followed<View>, message: Message<View>): Followed<View> {
  const you = message.you ?? known.you;
  // A whole view is where things stand, even if the log behind it is another one.
  if (message.view !== undefined) return { version: message.version, you, view: message.view };
  if (known.view === null || message.version < known.version) return known;
  return { version: message.version, you, view: { ...known.view, ...message.changes } };
}

/** The events of a message that were not told before. */
export function unheard(after: number, events: Told[]): Told[] {
  return events.filter((event) => event.version > after);
}
