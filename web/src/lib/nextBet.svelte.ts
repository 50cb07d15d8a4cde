import { centsOf } from './amountInput';

/** What the next bet is: the chip that is chosen, or an amount that is typed in its place. */
export class Stake {
  text = $state('');
  /** How often somebody wanted to bet what is no amount: the field asks for it again. */
  asked = $state(0);
  #chosen = $state<number | null>(null);

  constructor(readonly offered: () => { chips: number[]; first: number }) {}

  get chip(): number {
    const { chips, first } = this.offered();
    return this.#chosen !== null && chips.includes(this.#chosen) ? this.#chosen : first;
  }
  get written(): boolean {
    return this.text.trim() !== '';
  }
  get wrong(): boolean {
    return this.written && centsOf(this.text) === null;
  }
  /** The cents of the next bet; null where what is typed is no amount. */
  get cents(): number | null {
    return this.written ? centsOf(this.text) : this.chip || null;
  }

  choose(chip: number): void {
    this.#chosen = chip;
    this.text = '';
  }

  /** Once it is placed, an amount is used up, unless another has been typed meanwhile. */
  used(text: string): void {
    if (this.text === text) this.text = '';
  }

  again(): void {
    this.asked += 1;
  }
}
