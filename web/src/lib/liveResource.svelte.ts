import { resourceRoutes } from '../../generated/routes';
import { untrack } from 'svelte';
import { api } from './api';
import { Feed } from './feed.svelte';
import { Options } from './options.svelte';
import type { Told, You } from './types';

/** How much of what was said before one came is asked for, once. */
const BEFORE = 40;

/** What a page knows of what it follows, once it is for whoever came. */
export type Working<View> = {
  where: string;
  feed: Feed<View>;
  view: View;
  you: You;
  options: Options;
  title: string | null;
  titles: string[];
  heard: Told[];
};

/** Something at the server followed by somebody who acts: view, options, what was announced. */
export class Following<View> {
  readonly feed: Feed<View>;
  readonly options: Options;
  /** The title somebody with several chose to act under; null lets the server find one. */
  title = $state<string | null>(null);
  #past = $state.raw<Told[]>([]);

  constructor(readonly where: string) {
    this.feed = new Feed<View>(where);
    this.options = new Options(where);
  }

  get titles(): string[] {
    return this.feed.you?.titles ?? [];
  }
  /** What was announced last, from before this page was opened too. */
  get heard(): Told[] {
    return [...this.#past, ...this.feed.heard];
  }

  /** Ask what may be done now; call it whenever the version or the title may have changed. */
  ask(): void {
    const [version, title] = [this.feed.known.version, this.title];
    if (version >= 0) untrack(() => this.options.follow(version, title));
  }

  /** Ask what was announced before one came. */
  async recall(): Promise<void> {
    const version = untrack(() => this.feed.known.version);
    const after = Math.max(0, version - BEFORE);
    try {
      const told = await api.get<{ events: Told[] }>(
        `${resourceRoutes.events(this.where)}?after=${after}&limit=${BEFORE}`,
      );
      this.#past = told.events.filter((one) => one.version <= version);
    } catch {
      this.#past = [];
    }
  }

  stop(): void {
    this.feed.stop();
    this.options.stop();
  }
}
