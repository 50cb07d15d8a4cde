import type { components } from '../../generated/schema';
import type { Choice, Known } from './forms';
import { wagerName } from './wagers';

type Sent = components['schemas'];
export type ContestView = Sent['TournamentView'];
export type ContestTable = Sent['TableSeen'];
export type Seated = Sent['Seated'];
export type Standing = {
  name: string;
  standing: string;
  chips: number | null;
  table: number | null;
  seat: number | null;
  place: number | null;
  prize: number;
  paid: number | null;
  absent: boolean;
};

/** Everybody in the order of their places, then of the chips that lie before them. */
export function standings(view: ContestView): Standing[] {
  const seats = new Map<string, { table: number; seated: Seated }>();
  for (const table of view.tables)
    for (const seated of table.seated) seats.set(seated.name, { table: table.number, seated });
  return view.entrants
    .map((one) => {
      const at = seats.get(one.name);
      const drawn = view.session?.seats[one.name] as [number, number] | undefined;
      return {
        name: one.name,
        standing: one.standing,
        chips: at?.seated.chips_cents ?? null,
        table: at?.table ?? drawn?.[0] ?? null,
        seat: at?.seated.seat ?? drawn?.[1] ?? null,
        place: one.place ?? null,
        prize: one.prize_cents,
        paid: one.paid_cents ?? null,
        absent: at?.seated.absent ?? false,
      };
    })
    .sort(
      (a, b) =>
        (a.place ?? 0) - (b.place ?? 0) ||
        (b.chips ?? -1) - (a.chips ?? -1) ||
        a.name.localeCompare(b.name),
    );
}

/** What may stand in the fields of commands of a tournament, as far as the view tells it. */
export function knownIn(view: ContestView): Known {
  const people: Choice[] = view.entrants.map((one) => ({ value: one.name, label: one.name }));
  const tables: Choice[] = view.tables.map((one) => ({
    value: one.number,
    label: String(one.number),
  }));
  const spots = view.tables[0]?.table.layout?.spots ?? [];
  const wagers = spots.map((spot) => ({
    value: spot.wager,
    label: wagerName(spot.wager, spot.title),
  }));
  return { name: people, names: people, told: people, ahead: people, place_of: people, table: tables, wager: wagers };
}

/** Whether wagers are taken at a table now. */
export function bettingOpen(table: ContestTable): boolean {
  return table.table.phase === 'betting' && !table.table.betting_closed;
}

/** Who is to wager now; between coups and while cards are out it is nobody's turn. */
export function turnAt(table: ContestTable): string | null {
  return bettingOpen(table) ? table.turn : null;
}

/** Where somebody sits in the session that is on. */
export function tableOf(view: ContestView, name: string): ContestTable | null {
  return view.tables.find((table) => table.seated.some((one) => one.name === name)) ?? null;
}
