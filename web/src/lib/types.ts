/** What the server shows; amounts are whole cents. Nothing here is worked out by a page. */
export type Reason = { text: string; clause: string[] };
export type Side = 'player' | 'banker';
export type Result = Side | 'tie';
export type Bead = {
  result: Result;
  player_pair?: boolean;
  banker_pair?: boolean;
  naturals?: Side[];
};
export type Place = {
  name: string;
  seat: number;
  standing: boolean;
  markers: Reason[];
  chips_cents: number | null;
  tokens_cents: number | null;
};
export type Wager = {
  number: number;
  patron: string;
  wager: string;
  box: number;
  stake_cents: number;
  token_cents?: number;
  placed_by?: string;
};
export type Pays = { outcome: string; odds: string; clause: string[] };
export type Spot = {
  wager: string;
  title: string;
  group: string;
  minimum_cents: number | null;
  maximum_cents: number | null;
  pays: Pays[];
  edge_percent: string | null;
};
export type Layout = {
  seats: number;
  clockwise: boolean;
  settlement: string;
  decks: number;
  method: string | null;
  methods: Record<string, string>;
  step_cents: number | null;
  cap_cents: number | null;
  denominations_cents: number[];
  taken?: number[];
  spots: Spot[];
};
export type ReceiptLine = {
  number: number;
  patron: string;
  wager: string;
  box: number;
  stake_cents: number;
  ending: string;
  outcome: string;
  odds: string | null;
  paid_cents: number;
  collected_cents: number;
  back_cents: number;
  done: boolean;
  clause: string[];
};
export type Holding = { side: Side; cards: number[]; holder: string };
export type ShoeState = {
  number: number;
  stage: string;
  cards: number;
  left: number;
  last_coup: boolean;
  cutting_card_out: boolean;
};
export type Due = {
  text: string;
  clause: string[];
  by: string | null;
  command: Record<string, unknown> | null;
  faces: number;
};
export type Posted = { text: string; shown_at: number; effective_at: number | null };
export type TableView = {
  audience: string;
  viewer: string | null;
  rulebook: string;
  phase: string;
  method: string | null;
  player: string[];
  banker: string[];
  points: [number, number] | null;
  result: string | null;
  why: Reason[];
  held_card: string | null;
  sign: Reason[];
  notices: string[];
  places: Place[];
  wagers: Wager[];
  results: Bead[];
  cards_left: number;
  coup: number;
  at_hand: Reason[];
  on_layout: Reason[];
  float_cents: number | null;
  layout?: Layout;
  receipt?: ReceiptLine[];
  holding?: Holding[];
  shoe?: ShoeState;
  no_bet?: boolean;
  betting_closed?: boolean;
  origin?: string;
  number?: number;
  due?: Due | null;
  posted?: Posted[];
};
export type You = {
  name: string;
  kind: string;
  titles: string[];
  audience?: string;
  csrf: string | null;
};
export type Heard = { type: string; text: string; reasons: Reason[] };
export type Told = { version: number; at_ms?: number; heard: Heard };
export type Takes = { name: string; required: boolean; kind: string; choices: unknown[] };
export type Option = {
  name: string;
  what: string;
  by: string;
  example: Record<string, unknown> | null;
  takes: Takes[];
  code: string | null;
  why: string | null;
  clause: string[];
};
export type Ask = {
  big_eye_boy: boolean | null;
  small_road: boolean | null;
  cockroach_pig: boolean | null;
};
export type Cell = { column: number; row: number; ties: number; bead: Bead };
export type Derived = { marks: string; places: [number, number][] };
export type AllRoads = {
  bead_plate: Bead[][];
  big_road: Cell[];
  pending_ties: number;
  big_eye_boy: Derived;
  small_road: Derived;
  cockroach_pig: Derived;
  next_banker: Ask;
  next_player: Ask;
};
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
