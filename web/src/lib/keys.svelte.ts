import { untrack } from 'svelte';

/** What a key does on the page that is open; `?` shows them all. */
export type Binding = {
  key: string;
  what: string;
  run: () => void;
  enabled?: () => boolean;
};

/** Whether a press writes where it lands; a field of figures marked so leaves letters to the page. */
function writes({ target, key }: KeyboardEvent): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.dataset['keys'] === 'letters') return !/^[a-z]$/i.test(key);
  return target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName);
}

class Keys {
  bindings = $state.raw<Binding[]>([]);
  shown = $state(false);
  /** The same, for whoever binds and unbinds while the state above is still that of before. */
  #all: Binding[] = [];

  constructor() {
    addEventListener('keydown', (press) => this.#press(press));
  }

  /** Bind keys while a page is open; returns how to unbind them. */
  bind(bindings: Binding[]): () => void {
    this.#set([...this.#all, ...bindings]);
    return () => this.#set(this.#all.filter((one) => !bindings.includes(one)));
  }

  #set(all: Binding[]): void {
    this.#all = all;
    // Binding within an effect must not make that effect follow the bindings.
    untrack(() => (this.bindings = all));
  }

  #press(press: KeyboardEvent): void {
    if (press.defaultPrevented || press.ctrlKey || press.metaKey || press.altKey) return;
    const own = press.target instanceof Element && press.target.closest('button, a, summary');
    // One press is one act: a browser clicks a button, or sends a form, again and again while Enter is held.
    if (press.repeat && press.key === 'Enter' && (own || press.target instanceof HTMLInputElement))
      press.preventDefault();
    if (writes(press)) return;
    if (press.key === '?') {
      press.preventDefault();
      if (!press.repeat) this.shown = !this.shown;
      return;
    }
    if (document.querySelector('dialog[open]')) return;
    // Space and Enter on a button are that button's own.
    if (own && (press.key === ' ' || press.key === 'Enter')) return;
    const wanted = press.key === ' ' ? 'Space' : press.key.toLowerCase();
    const found = this.#all.findLast(
      (one) => one.key.toLowerCase() === wanted.toLowerCase() && (one.enabled?.() ?? true),
    );
    // A letter that does nothing now is no part of an amount either.
    if (found || press.target instanceof HTMLInputElement) press.preventDefault();
    if (!press.repeat) found?.run();
  }
}

export const keys = new Keys();
