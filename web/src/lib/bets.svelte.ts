import { api } from './api';
import { problemOf, type Problem } from './problem';
import type { ReceiptLine, Wager } from './types';

type Step = { wager: string; cents: number };

/** What a patron does with chips: each click is a command; nothing stands until it is answered. */
export class Bets {
  /** Cents on their way to the server, by wager. */
  pending = $state<Record<string, number>>({});
  /** The last no, and the spot it belongs to; `all` where it belongs to none. */
  no = $state.raw<{ wager: string; problem: Problem } | null>(null);
  busy = $state(false);
  done = $state.raw<Step[]>([]);

  constructor(readonly where: string) {}

  async place(wager: string, cents: number): Promise<boolean> {
    this.no = null;
    this.pending[wager] = (this.pending[wager] ?? 0) + cents;
    const placed = await this.#send(wager, { type: 'place_wager', wager, stake_cents: cents });
    this.pending[wager] = Math.max(0, (this.pending[wager] ?? 0) - cents);
    if (placed) this.done = [...this.done, { wager, cents }];
    return placed;
  }

  /** Buy chips from the float. */
  async buy(patron: string, cents: number): Promise<void> {
    await this.#one(async () => {
      await this.#send('all', { type: 'buy_chips', patron, cents });
    });
  }

  /** Take the last bet back. */
  async undo(): Promise<void> {
    const last = this.done.at(-1);
    if (!last || this.busy) return;
    const earlier = this.done.slice(0, -1);
    const others = earlier.some((step) => step.wager === last.wager);
    const part = others ? { stake_cents: last.cents } : {};
    await this.#one(async () => {
      if (await this.#send(last.wager, { type: 'withdraw_wager', wager: last.wager, ...part }))
        this.done = earlier;
    });
  }

  /** Take everything back. */
  async clear(mine: Wager[]): Promise<void> {
    await this.#one(async () => {
      for (const wager of new Set(mine.map((one) => one.wager)))
        if (!(await this.#send(wager, { type: 'withdraw_wager', wager }))) return;
      this.done = [];
    });
  }

  /** Bet again what stands on the receipt. */
  async rebet(lines: ReceiptLine[]): Promise<void> {
    await this.#one(async () => {
      for (const line of lines) if (!(await this.place(line.wager, line.stake_cents))) return;
    });
  }

  /** A new coup: what was done before it cannot be undone. */
  renew(): void {
    this.done = [];
    this.no = null;
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
