import { untrack } from 'svelte';

/** What a key does on the page that is open; `?` shows them all. */
export type Binding = {
  key: string;
  what: string;
  run: () => void;
  enabled?: () => boolean;
};

function typing(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName);
}

class Keys {
  bindings = $state.raw<Binding[]>([]);
  shown = $state(false);

  constructor() {
    addEventListener('keydown', (press) => this.#press(press));
  }

  /** Bind keys while a page is open; returns how to unbind them. */
  bind(bindings: Binding[]): () => void {
    // Binding within an effect must not make that effect follow the bindings.
    untrack(() => (this.bindings = [...this.bindings, ...bindings]));
    return () =>
      untrack(() => {
        this.bindings = this.bindings.filter((one) => !bindings.includes(one));
      });
  }

  #press(press: KeyboardEvent): void {
    if (press.defaultPrevented || press.ctrlKey || press.metaKey || press.altKey) return;
    if (typing(press.target)) return;
    if (press.key === '?') {
      this.shown = !this.shown;
      press.preventDefault();
      return;
    }
    if (document.querySelector('dialog[open]')) return;
    // Space and Enter on a button are that button's own.
    const own = press.target instanceof Element && press.target.closest('button, a, summary');
    if (own && (press.key === ' ' || press.key === 'Enter')) return;
    const wanted = press.key === ' ' ? 'Space' : press.key.toLowerCase();
    const found = this.bindings.findLast(
      (one) => one.key.toLowerCase() === wanted.toLowerCase() && (one.enabled?.() ?? true),
    );
    if (!found) return;
    press.preventDefault();
    found.run();
  }
}

export const keys = new Keys();
