import { api } from './api';
import type { Option } from './types';

const PAUSE_MS = 60;

/** What the caller may do now at some place, asked for anew whenever it changes. */
export class Options {
  all = $state.raw<Option[]>([]);
  #timer: ReturnType<typeof setTimeout> | undefined;
  #asked = -1;

  constructor(readonly where: string) {}

  follow(version: number, title?: string | null): void {
    if (version === this.#asked) return;
    this.#asked = version;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#ask(version, title), PAUSE_MS);
  }

  find(name: string): Option | null {
    return this.all.find((option) => option.name === name) ?? null;
  }

  /** Whether the server says that a command would be accepted now; null while it was not asked. */
  may(name: string): boolean | null {
    const found = this.find(name);
    return found === null ? null : found.example !== null;
  }

  async #ask(version: number, title?: string | null): Promise<void> {
    try {
      const { options } = await api.options(this.where, title);
      if (version === this.#asked) this.all = options;
    } catch {
      if (version === this.#asked) this.#asked = -1;
    }
  }
}
