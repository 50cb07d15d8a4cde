import { api } from './api';
import { wordsOf } from './clauses';
import { problemOf, type Problem } from './apiError';
import type { Consequence, Told } from './types';

type Command = Record<string, unknown>;
/** What a command would bring about, or why it would not be done. */
export type Answer = {
  events: Told[];
  /** What may be ordered, where that hangs on cards that nobody may know before. */
  consequences: Consequence[];
  /** Nothing can be told beforehand. */
  hidden: boolean;
  no: Problem | null;
};

const PAUSE_MS = 150;
/** How long the words of the clauses are waited for; later ones come when they come. */
const WORDS_MS = 1000;
const NOTHING: Answer = { events: [], consequences: [], hidden: false, no: null };

export function clausesOf(answer: Answer): string[] {
  const reasons = answer.events.flatMap((one) => one.heard.reasons).flatMap((reason) => reason.clause);
  const named = answer.consequences.flatMap((one) => one.clauses);
  return [...new Set(answer.consequences.length ? named : reasons)];
}

/** What the server foresees of a command, asked anew whenever what is filled in changes. */
export class Foreseen {
  answer = $state.raw<Answer | null>(null);
  /** For exactly what the answer stands, once it can be read. */
  #read = $state.raw<string | null>(null);
  #asked: string | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    readonly where: string,
    readonly rulebook: string,
    readonly title: string | null,
  ) {}

  /** Whether the answer for exactly this command is on the screen. */
  shows(command: Command | null): boolean {
    return command !== null && this.#read === JSON.stringify(command);
  }

  ask(command: Command | null): void {
    const text = command && JSON.stringify(command);
    // The table went on while this very answer is on its way.
    if (text !== null && text === this.#asked) return;
    this.stop();
    if (text === null || command === null) {
      this.answer = null;
      this.#read = null;
      return;
    }
    this.#asked = text;
    this.#timer = setTimeout(() => void this.#look(text, command), PAUSE_MS);
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#asked = null;
  }

  async #look(text: string, command: Command): Promise<void> {
    const answer = await this.#answer(command);
    if (text !== this.#asked) return;
    this.answer = answer;
    await this.#words(clausesOf(answer));
    if (text !== this.#asked) return;
    this.#read = text;
    this.#asked = null;
  }

  async #answer(command: Command): Promise<Answer> {
    try {
      const { events, consequences } = await api.preview(this.where, command, this.title);
      return { ...NOTHING, events, consequences };
    } catch (thrown) {
      const no = problemOf(thrown);
      return no.code === 'cards_hidden' ? { ...NOTHING, hidden: true } : { ...NOTHING, no };
    }
  }

  async #words(clauses: string[]): Promise<void> {
    const late = new Promise((done) => setTimeout(done, WORDS_MS));
    await Promise.race([late, Promise.allSettled(clauses.map((one) => wordsOf(this.rulebook, one)))]);
  }
}
