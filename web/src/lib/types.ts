/** What the server shows; amounts are whole cents. Nothing here is worked out by a page.
 *
 * The shapes are made from the server's own description (`npm run types`); here they get the
 * names that pages use.
 */
import type { components } from '../../generated/schema';

type Sent = components['schemas'];

export type Reason = { text: string; clause: string[] };
export type Side = Sent['Side'];
export type Result = Sent['Result'];
export type TableView = Sent['TableView'];
export type Bead = Pick<Sent['Bead'], 'result'> & Partial<Sent['Bead']>;
export type Place = Sent['Place'];
export type Wager = Sent['TableWager'];
export type Spot = Sent['Spot'];
export type Layout = Sent['Layout'];
export type ReceiptLine = Sent['Line'];
/** Cards in a patron's hands, by their places from 0; `down` are those not turned yet. */
export type Holding = Sent['HeldCards'];
export type ShoeState = Sent['ShoeSeen'];
export type Due = Sent['Due'];
export type Posted = Sent['Posted'];
export type Takes = Sent['FieldDescription'];
export type Option = Sent['OptionResponse'];
export type Ask = Sent['Ask'];
/** What the rulebook orders with cards of some ranks. */
export type Consequence = Omit<Sent['Consequence'], 'reasons'> & { reasons: Reason[] };
export type Cell = Omit<Sent['BigCell'], 'bead'> & { bead: Bead };
export type Derived = Sent['DerivedRoad'];
export type AllRoads = Omit<Sent['Roads'], 'bead_plate' | 'big_road'> & {
  bead_plate: Bead[][];
  big_road: Cell[];
};
export type You = Sent['CallerInfo'];
/** What is heard of an event, at a table, in a tournament or of the house. */
export type Heard = { type: string; text: string; reasons: Reason[] };
export type Told = { version: number; at_ms?: number; heard: Heard };
/** One limb of a clause, in our own words; what rests on it is for the reader. */
export type ClauseWords = { clause: { clause: string; text: string } };
export type DemoPerson = {
  name: string;
  title: string | null;
  patron: boolean;
  table: string | null;
  tournament: string | null;
  what: string;
};
