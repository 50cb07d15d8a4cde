import type { Place, TableView } from '../../lib/types';

/** The seats that nobody has. */
export function freeSeats(view: TableView): number[] {
  return Array.from({ length: view.layout?.seats ?? 0 }, (_, index) => index + 1).filter(
    (number) =>
      !view.layout?.taken?.includes(number) && !view.places.some((place) => place.seat === number),
  );
}

/** Where the viewer is at the table; null for those who look on, and for a patron who has left. */
export function ownPlace(view: TableView): Place | null {
  if (view.audience !== 'patron') return null;
  return view.places.find((place) => place.name === view.viewer) ?? null;
}
