import type { Choice, Known } from './forms';
import type { Due, Reason, TableView } from './types';
import { wagerName } from './wagers';

export type Block = { kind: string; stops: string; text: string; clause: string[] };
export type Mispayment = {
  number: number;
  coup: number;
  patron: string;
  wager: string;
  difference_cents: number;
  at: number;
  enquiry?: string | null;
  cured?: string | null;
  suspected?: boolean;
};
export type Ruling = { by: string; title: string; text: string };
export type Dispute = {
  number: number;
  person: string;
  facts: string;
  rulings?: Ruling[];
  review_requested?: boolean;
  closed?: boolean;
  decision?: string;
};
/** What staff see of a table beside what everybody sees. */
export type StaffView = TableView & {
  blocks: Block[];
  mispayments: Mispayment[];
  disputes: Dispute[];
  decisions: Due[];
  sign: Reason[];
};

const named = (value: string | number): Choice => ({ value, label: String(value) });

/** What may stand in the fields of commands at a table, as far as the view tells it. */
export function knownAt(view: TableView): Known {
  const people = view.places.map((place) => named(place.name));
  const spots = view.layout?.spots ?? [];
  const wagers = spots.map((spot) => ({
    value: spot.wager,
    label: wagerName(spot.wager, spot.title),
  }));
  const groups = [...new Set(spots.map((spot) => spot.group))].filter((name) => name !== 'main');
  const seats = Array.from({ length: view.layout?.seats ?? 0 }, (_, at) => named(at + 1));
  const methods = Object.entries(view.layout?.methods ?? {});
  return {
    wager: wagers,
    meant: wagers,
    'change.wager': wagers,
    offer: groups.map((name) => ({ value: name, label: name.replaceAll('_', ' ') })),
    seat: seats,
    box: seats,
    patron: people,
    person: people,
    requested_by: people,
    patrons: people,
    agreed: people,
    others: people,
    told: people,
    method: methods.map(([value, label]) => ({ value, label })),
  };
}
