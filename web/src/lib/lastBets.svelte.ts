import { keep, recalled } from './tabStorage';
import type { ReceiptLine } from './types';

/** What became of a patron's last bets; coups that they skip do not take it away. */
export class LastBets {
  lines = $state.raw<ReceiptLine[]>([]);
  readonly #name: string;

  constructor(where: string, patron: string | null) {
    this.#name = `punto-receipt ${where} ${patron ?? ''}`;
    this.lines = recalled<ReceiptLine[]>(this.#name, []);
  }

  get net(): number {
    return this.lines.reduce((sum, line) => sum + line.paid_cents - line.collected_cents, 0);
  }

  /** Take the receipt of the last coup, if there are own bets on it. */
  follow(lines: ReceiptLine[]): void {
    if (lines.length === 0) return;
    this.lines = lines;
    keep(this.#name, lines);
  }
}
