import { api } from './api';
import type { Option } from './types';

const PAUSE_MS = 60;
const AGAIN_MS = 2000;

/** What the caller may do now at some place, asked for anew whenever it changes. */
export class Options {
  all = $state.raw<Option[]>([]);
  #timer: ReturnType<typeof setTimeout> | undefined;
  #asked = '';

  constructor(readonly where: string) {}

  follow(version: number, title: string | null = null): void {
    const asked = `${version} ${title ?? ''}`;
    if (asked === this.#asked) return;
    this.#asked = asked;
    this.#soon(PAUSE_MS, asked, title);
  }

  find(name: string): Option | null {
    return this.all.find((option) => option.name === name) ?? null;
  }

  /** Whether the server says that a command would be accepted now; null while it was not asked. */
  may(name: string): boolean | null {
    const found = this.find(name);
    return found === null ? null : found.example !== null;
  }

  stop(): void {
    this.#asked = '';
    clearTimeout(this.#timer);
  }

  #soon(wait: number, asked: string, title: string | null): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#ask(asked, title), wait);
  }

  async #ask(asked: string, title: string | null): Promise<void> {
    try {
      const { options } = await api.options(this.where, title);
      if (asked === this.#asked) this.all = options;
    } catch {
      // A page without options would look as if nothing could be done.
      if (asked === this.#asked) this.#soon(AGAIN_MS, asked, title);
    }
  }
}
