import type { Side, TableView } from '../../lib/types';

/** Which cards in somebody's own hands they have already turned, in the coup that is on. */
class Opened {
  turned = $state.raw<ReadonlySet<string>>(new Set());

  name(view: TableView, side: Side, place: number): string {
    return `${view.rulebook}/${view.shoe?.number ?? 0}/${view.number ?? view.coup}/${side}/${place}`;
  }

  /** Whether a card is in the viewer's hands and still face down for everybody else. */
  stillDown(view: TableView, side: Side, place: number): boolean {
    const own = view.holding?.some(
      (held) => held.side === side && held.holder === view.viewer && held.cards.includes(place),
    );
    return own === true && !this.turned.has(this.name(view, side, place));
  }

  turn(view: TableView, side: Side, place: number): void {
    this.turned = new Set([...this.turned, this.name(view, side, place)].slice(-12));
  }
}

export const opened = new Opened();
