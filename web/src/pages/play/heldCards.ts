import type { Side, TableView } from '../../lib/types';

/** Whether a card is in the viewer's own hands and has not been turned yet. */
export function stillDown(view: TableView, side: Side, place: number): boolean {
  return (view.holding ?? []).some(
    (held) => held.side === side && held.holder === view.viewer && held.down.includes(place),
  );
}
