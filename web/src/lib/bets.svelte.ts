import { api } from './api';
import { keep, recalled } from './tabStorage';
import { problemOf, type Problem } from './apiError';
import type { ReceiptLine, Wager } from './types';

export type Step = { wager: string; cents: number };
type Kept = { coup: number; done: Step[] };

/** What a patron has on a wager. */
export function stakeOn(mine: Wager[], wager: string): number {
  return mine.filter((one) => one.wager === wager).reduce((sum, one) => sum + one.stake_cents, 0);
}

/** Those of the bets made that still lie there; they may have been taken back elsewhere. */
export function standing(done: Step[], mine: Wager[]): Step[] {
  const left = new Map<string, number>();
  for (const { wager } of done) left.set(wager, stakeOn(mine, wager));
  return done
    .toReversed()
    .filter(({ wager, cents }) => {
      const there = left.get(wager) ?? 0;
      if (there < cents) return false;
      left.set(wager, there - cents);
      return true;
    })
    .toReversed();
}

/** What a patron does with chips: each click is a command; nothing stands until it is answered. */
export class Bets {
  /** Cents on their way to the server, by wager. */
  pending = $state<Record<string, number>>({});
  /** The last no, and the spot it belongs to; `all` where it belongs to none. */
  no = $state.raw<{ wager: string; problem: Problem } | null>(null);
  busy = $state(false);
  /** The bets for the coming coup in the order in which they were made. */
  done = $state.raw<Step[]>([]);
  #coup: number | null = null;

  constructor(readonly where: string) {}

  async place(wager: string, cents: number): Promise<boolean> {
    this.no = null;
    this.pending[wager] = (this.pending[wager] ?? 0) + cents;
    const placed = await this.#send(wager, { type: 'place_wager', wager, stake_cents: cents });
    this.pending[wager] = Math.max(0, (this.pending[wager] ?? 0) - cents);
    if (placed) this.#remember([...this.done, { wager, cents }]);
    return placed;
  }

  /** Buy chips from the float. */
  async buy(patron: string, cents: number): Promise<boolean> {
    let bought = false;
    await this.#one(async () => {
      bought = await this.#send('all', { type: 'buy_chips', patron, cents });
    });
    return bought;
  }

  /** Take the last bet back, of those that still lie there. */
  async undo(mine: Wager[]): Promise<void> {
    const there = standing(this.done, mine);
    const last = there.at(-1);
    if (!last) return;
    const { wager, cents } = last;
    const part = stakeOn(mine, wager) > cents ? { stake_cents: cents } : {};
    await this.#one(async () => {
      const taken = await this.#send(wager, { type: 'withdraw_wager', wager, ...part });
      // What is not there any more cannot be taken back later either.
      if (taken || this.no?.problem.code === 'no_such_thing') this.#remember(there.slice(0, -1));
    });
  }

  /** Take everything back. */
  async clear(mine: Wager[]): Promise<void> {
    await this.#one(async () => {
      for (const wager of new Set(mine.map((one) => one.wager)))
        if (!(await this.#send(wager, { type: 'withdraw_wager', wager }))) return;
      this.#remember([]);
    });
  }

  /** Bet again what stands on the receipt. */
  async rebet(lines: ReceiptLine[]): Promise<void> {
    await this.#one(async () => {
      for (const line of lines) if (!(await this.place(line.wager, line.stake_cents))) return;
    });
  }

  /** A coup that begins cannot be undone; a page that is loaded again is still at the same. */
  follow(coup: number): void {
    if (coup === this.#coup) return;
    const kept = recalled<Kept>(this.#name, { coup, done: [] });
    this.#coup = coup;
    this.done = kept.coup === coup ? kept.done : [];
    this.no = null;
  }

  get #name(): string {
    return `punto-bets ${this.where}`;
  }

  #remember(done: Step[]): void {
    this.done = done;
    keep(this.#name, { coup: this.#coup, done });
  }

  async #one(work: () => Promise<void>): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    this.no = null;
    try {
      await work();
    } finally {
      this.busy = false;
    }
  }

  async #send(wager: string, command: Record<string, unknown>): Promise<boolean> {
    try {
      await api.command(this.where, command);
      return true;
    } catch (thrown) {
      this.no = { wager, problem: problemOf(thrown) };
      return false;
    }
  }
}
