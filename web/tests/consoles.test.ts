import { describe, expect, it } from 'vitest';
import { ACTION_KEYS } from '../src/lib/actionKeys';
import { byTrouble, isTrouble, POWERS, TROUBLES } from '../src/lib/commandGroups';
import { built, fieldAt, fieldsOf, valuesOf, type Known, type Row } from '../src/lib/forms';
import { cardIn, centsIn } from '../src/lib/fieldValues';
import { clockTime, placeOfClock, setZone, timeIn, typedTime, zoneOf } from '../src/lib/times';
import { grouped } from '../src/lib/groupOptions';
import { found, valueText } from '../src/lib/rulebooks';
import { stacks } from '../src/lib/chipStacks';
import { complete, keyed, NONE_STAGED, type Staged } from '../src/lib/stagedCards';
import { counted } from '../src/lib/times';
import type { Option, Takes } from '../src/lib/types';
import { actions } from '../src/words/actions';

const takes = (name: string, kind: string, required = true, choices: unknown[] = []): Takes => ({
  name,
  kind,
  required,
  choices: choices as never[],
  columns: [],
  packed: false,
  statement: null,
});
const CHANGE = [
  takes('change', 'parts'),
  takes('change.minimum_cents', 'cents', false),
  takes('change.wager', 'text', false),
];
const table = (name: string, kind: string, columns: Takes[], packed = false): Takes => ({
  ...takes(name, kind), columns, packed,
});
const option = (name: string, fields: Takes[], example: Record<string, unknown> | null = null, code: string | null = null) =>
  ({ name, what: '', by: null, example, takes: fields, code, why: '', clause: [], asks: [] }) as unknown as Option;

describe('cards that are keyed', () => {
  const typed = (text: string, wanted: number) =>
    [...text].reduce<Staged>((staged, key) => keyed(staged, key, wanted), NONE_STAGED);

  it('takes a rank, then a suit', () => {
    expect(typed('9h', 1)).toEqual({ cards: ['9H'], rank: '' });
    expect(typed('ksad', 2).cards).toEqual(['KS', 'AD']);
    expect(typed('0c1s', 2).cards).toEqual(['TC', 'AS']);
  });
  it('never takes more than is due, nor a suit without a rank', () => {
    expect(typed('9h8s', 1).cards).toEqual(['9H']);
    expect(typed('h9', 1)).toEqual({ cards: [], rank: '9' });
  });
  it('lets a rank be keyed again before its suit', () => {
    expect(typed('98d', 1).cards).toEqual(['8D']);
  });
  it('takes back the rank first, then the last card', () => {
    let staged = typed('9h8', 2);
    staged = keyed(staged, 'Backspace', 2);
    expect(staged).toEqual({ cards: ['9H'], rank: '' });
    expect(keyed(staged, 'Backspace', 2)).toEqual(NONE_STAGED);
    expect(keyed(NONE_STAGED, 'Backspace', 2)).toEqual(NONE_STAGED);
  });
  it('is complete with all cards and nothing half keyed', () => {
    expect(complete(typed('9h', 2), 2)).toBe(false);
    expect(complete(typed('9h8', 2), 2)).toBe(false);
    expect(complete(typed('9h8s', 2), 2)).toBe(true);
  });
});

describe('chips', () => {
  it('are counted by their value, largest first', () => {
    expect(stacks(23_000, [2_500, 10_000, 500])).toEqual({
      stacks: [
        { cents: 10_000, count: 2 },
        { cents: 2_500, count: 1 },
        { cents: 500, count: 1 },
      ],
      left: 0,
    });
  });
  it('leave over what no chip is small enough for', () => {
    expect(stacks(2_575, [2_500, 100])).toEqual({ stacks: [{ cents: 2_500, count: 1 }], left: 75 });
    expect(stacks(0, [100])).toEqual({ stacks: [], left: 0 });
  });
});

describe('a form of a command', () => {
  const known: Known = { wager: [{ value: 'tie', label: 'Tie' }], seat: [{ value: 3, label: '3' }] };
  const refuse = option(
    'refuse_wager',
    [takes('wager', 'text'), takes('reason', 'text'), takes('stake_cents', 'cents', false), takes('seen', 'yes', false)],
    { type: 'refuse_wager', wager: 'tie', reason: 'said why' },
  );

  it('starts with what is picked and shows what is typed as an example only', () => {
    const fields = fieldsOf(refuse, known);
    expect(fields.map((one) => [one.name, one.start, one.hint])).toEqual([
      ['wager', 'tie', 'tie'],
      ['reason', '', 'said why'],
      ['stake_cents', '', ''],
      ['seen', '', ''],
    ]);
    expect(built(refuse, fields, {}).missing).toEqual(['reason']);
  });
  it('makes the command, without what was left out', () => {
    const fields = fieldsOf(refuse, known);
    expect(built(refuse, fields, { reason: ' late ', stake_cents: '12.5' }).command).toEqual({
      type: 'refuse_wager',
      wager: 'tie',
      reason: 'late',
      stake_cents: 1250,
    });
    expect(built(refuse, fields, { reason: 'late', seen: 'false' }).command).toMatchObject({ seen: false });
    expect(built(refuse, fields, { reason: 'late', stake_cents: 'x' }).bad).toEqual(['stake_cents']);
  });
  it('keeps numbers numbers and lists lists', () => {
    const moved = option('change_seat', [takes('seat', 'number'), takes('coups', 'list')], {});
    expect(built(moved, fieldsOf(moved, known), { coups: '4, 5' }).command).toEqual({ type: 'change_seat', seat: 3, coups: [4, 5] });
  });
  it('puts the parts of a change into it', () => {
    const notice = option('post_notice', [...CHANGE, takes('effective_at', 'time', false)]);
    expect(built(notice, fieldsOf(notice), { 'change.minimum_cents': '50', effective_at: '1970-01-01T01:00' }).command).toEqual({
      type: 'post_notice',
      change: { minimum_cents: 5000 },
      effective_at: 3600,
    });
  });
  it('misses a change of which no part is given', () => {
    const notice = option('post_notice', CHANGE);
    expect(built(notice, fieldsOf(notice), {})).toMatchObject({ command: null, missing: ['change'] });
  });
  it('leaves out what nobody can fill in by hand', () => {
    expect(fieldsOf(option('pay_winners', [takes('paid', 'other', false)]))).toEqual([]);
  });
  it('says a required yes or list that is empty', () => {
    const check = option('close_dispute', [takes('satisfied', 'yes'), takes('patrons', 'list')]);
    expect(built(check, fieldsOf(check), {}).command).toEqual({ type: 'close_dispute', satisfied: false, patrons: [] });
  });
  it('chooses nothing of what went wrong, unless there is one answer only', () => {
    const sides = ['player', 'banker'];
    const pulled: Option = { ...option('pull_card', [takes('to', 'choice', true, sides), takes('seat', 'number'), takes('seen', 'yes')], { to: 'banker', seat: 3, seen: true }), trouble: 'card' };
    expect(fieldsOf(pulled).map((one) => one.start)).toEqual(['', '', '']);
    expect(built(pulled, fieldsOf(pulled), {}).missing).toEqual(['to', 'seat', 'seen']);
    expect(built(pulled, fieldsOf(pulled), { to: 'player', seat: '1', seen: 'false' }).command).toEqual({ type: 'pull_card', to: 'player', seat: 1, seen: false });
    expect(fieldsOf(pulled, {}, { to: 'banker' })[0]?.start).toBe('banker');
    expect(fieldsOf(option('pull_card', [takes('to', 'choice', true, ['player'])], {}))[0]?.start).toBe('player');
  });
  it('states nothing for anybody, whatever was tried and however few answers there are', () => {
    const states = (name: string, kind: string, required = true, choices: unknown[] = []): Takes => ({
      ...takes(name, kind, required, choices), statement: 'attestation',
    });
    const fields = [
      states('item', 'choice', true, ['cards_spread']), states('complete', 'yes'), states('agreed', 'list', false),
      states('count', 'number'), states('requested_by', 'person', false, ['ann']), states('effective_at', 'time', false),
      states('at', 'number', false), states('reason', 'text'), states('marker', 'yes', false),
    ];
    const tried = { item: 'cards_spread', complete: true, agreed: ['ann'], count: 416, requested_by: 'ann', at: 208, reason: 'x', marker: true };
    const said = option('attest', fields, tried);
    const known: Known = { agreed: [{ value: 'ann', label: 'ann' }] };
    for (const one of fieldsOf(said, known)) expect([one.name, ['', []]]).toEqual([one.name, expect.arrayContaining([one.start])]);
    expect(built(said, fieldsOf(said, known), {}).missing).toEqual(['item', 'complete', 'count', 'reason']);
  });
  it('chooses nobody', () => {
    const left = option('leave', [takes('patron', 'person', true, ['ann', 'bea'])], { patron: 'bea' });
    expect(built(left, fieldsOf(left), {}).missing).toEqual(['patron']);
  });
  it('asks for a card where only the dealer sees it, and not where the shoe knows it', () => {
    const pulled = (asks: string[]) => ({ ...option('pull_card', [takes('card', 'card', false)], {}), asks });
    expect(fieldsOf(pulled([]))).toEqual([]);
    const keyed = pulled(['card']);
    expect(built(keyed, fieldsOf(keyed), {}).missing).toEqual(['card']);
    expect(built(keyed, fieldsOf(keyed), { card: 'kh' }).command).toEqual({ type: 'pull_card', card: 'KH' });
  });
  it('fills in tables line by line, and leaves out lines with nothing on them', () => {
    const laid = option('set_conditions', [
      takes('conditions', 'parts'),
      takes('conditions.buy_back.times', 'number', false),
      table('conditions.prizes', 'rows', [takes('place', 'number'), takes('share', 'number', false)]),
    ]);
    const prizes: Row[] = [{ place: '1', share: '6000' }, { place: '', share: '' }, { place: '2' }];
    const filled = built(laid, fieldsOf(laid), { 'conditions.prizes': prizes, 'conditions.buy_back.times': '2' });
    const conditions = { buy_back: { times: 2 }, prizes: [{ place: 1, share: 6000 }, { place: 2 }] };
    expect(filled.command).toEqual({ type: 'set_conditions', conditions });
    expect(built(laid, fieldsOf(laid), { 'conditions.prizes': [{ share: '5' }] }).bad).toEqual(['conditions.prizes']);
    expect(built(laid, fieldsOf(laid), valuesOf(laid, { conditions })).command?.conditions).toEqual(conditions);
  });
  it('fills in things by their keys, packed or not', () => {
    const seats = option('allocate_seats', [
      table('seats', 'pairs', [takes('key', 'person'), takes('table', 'number'), takes('seat', 'number')], true),
    ]);
    expect(built(seats, fieldsOf(seats), {}).missing).toEqual(['seats']);
    const given = { seats: [{ key: 'ann', table: '1', seat: '4' }] };
    expect(built(seats, fieldsOf(seats), given).command?.seats).toEqual({ ann: [1, 4] });
    expect(valuesOf(seats, { seats: { ann: [1, 4] } })).toEqual(given);
    const chips = option('stock_chips', [table('pieces', 'pairs', [takes('key', 'cents'), takes('value', 'number')])]);
    expect(built(chips, fieldsOf(chips), { pieces: [{ key: '2.50', value: '40' }] }).command?.pieces).toEqual({ 250: 40 });
  });
  it('reads amounts, cards and times', () => {
    expect([centsIn('1,000'), centsIn('$2.50'), centsIn('0'), centsIn('1.234'), centsIn('-1')]).toEqual([100_000, 250, 0, undefined, undefined]);
    expect([cardIn('10s'), cardIn('kh'), cardIn('1h'), cardIn('')]).toEqual(['TS', 'KH', undefined, undefined]);
    expect(timeIn('no time')).toBeUndefined();
    expect(timeIn(typedTime(1_790_000_040))).toBe(1_790_000_040);
  });
  it('finds the field that a no is about', () => {
    const fields = fieldsOf(refuse, known);
    expect(fieldAt('Expected `int` - at `$.stake_cents`', fields)).toBe('stake_cents');
    expect(fieldAt('nothing of the kind', fields)).toBeNull();
  });
});

describe('keys of actions', () => {
  it('are one each, and never those by which cards are keyed', () => {
    const given = Object.values(ACTION_KEYS);
    expect(new Set(given).size).toBe(given.length);
    for (const key of given) expect('ATJQKSHDC0123456789I').not.toContain(key);
  });
  it('are for commands that there are', () => {
    for (const name of Object.keys(ACTION_KEYS)) {
      expect(actions.en).toHaveProperty(`act_${name}`);
    }
  });
});

describe('what may be done', () => {
  const options = [
    { ...option('void_coup', [], { type: 'void_coup' }), group: 'coup', trouble: 'void' },
    { ...option('report_error', [], null, 'not_now'), group: 'coup', trouble: 'order' },
    { ...option('pull_card', [], null, 'not_entitled'), group: 'deal', trouble: 'card' },
    { ...option('run_out', [], null, 'rule_not_held'), group: 'coup', trouble: 'card' },
    { ...option('fresh_thing', [], { type: 'fresh_thing' }), group: 'deal', trouble: null },
  ];
  it('stands by what it is about; what the rulebook has not is not shown', () => {
    const groups = grouped(options as Option[], TROUBLES, '', undefined, byTrouble);
    const names = groups.map((one) => [one.name, one.may.length, one.later.length, one.others.length]);
    expect(names).toEqual([
      ['card', 0, 0, 1],
      ['order', 0, 1, 0],
      ['void', 1, 0, 0],
      ['other', 1, 0, 0],
    ]);
    const found = grouped(options as Option[], TROUBLES, 'void', undefined, byTrouble);
    expect(found.map((one) => one.name)).toEqual(['void']);
    expect(grouped(options as Option[], POWERS).map((one) => one.name)).toEqual(['coup', 'other']);
  });
  it('knows what is for trouble', () => {
    expect(options.map((one) => isTrouble(one as Option))).toEqual([true, true, true, true, false]);
  });
});

it('clauses are found by all words that are looked for', () => {
  const row = { clause: '9.3(a)#1', of: '9.3(a)', area: 'dealing', kind: 'rule', actor: 'dealer', text: 'The Player pair goes unseen', covered: true };
  expect(found([row], 'unseen PAIR')).toHaveLength(1);
  expect(found([row], 'unseen tie')).toHaveLength(0);
  expect(found([row], '9.3', 'dealing')).toHaveLength(1);
  expect(found([row], '', 'odds')).toHaveLength(0);
});

it('values and clocks are written as people read them', () => {
  expect(valueText(['first_seat', 2])).toBe('first seat, 2');
  expect(valueText({ at_least: 1 })).toBe('at least: 1');
  expect([counted(65), counted(3723), counted(-3), counted(0.2)]).toEqual(['1:05', '1:02:03', '0:00', '0:01']);
});

describe('the clock of a table', () => {
  it('is told by the table, and by the tables of a tournament', () => {
    expect(zoneOf({ zone: 'Australia/Hobart' })).toBe('Australia/Hobart');
    expect(zoneOf({ tables: [{ table: {} }, { table: { zone: 'Australia/Sydney' } }] })).toBe('Australia/Sydney');
    expect([zoneOf({ tables: [] }), zoneOf(null)]).toEqual([null, null]);
  });
  it('is that of its zone, in summer and in winter', () => {
    setZone('Australia/Sydney');
    expect(placeOfClock()).toBe('Sydney');
    expect(clockTime(Date.UTC(2026, 0, 10, 9, 30) / 1000)).toBe('20:30');
    expect(clockTime(Date.UTC(2026, 6, 10, 9, 30) / 1000)).toBe('19:30');
    expect(timeIn('2026-01-10T20:30')).toBe(Date.UTC(2026, 0, 10, 9, 30) / 1000);
    expect(timeIn('2026-07-10T19:30')).toBe(Date.UTC(2026, 6, 10, 9, 30) / 1000);
    setZone(null);
    expect(placeOfClock()).toBe('UTC');
    expect(timeIn('2026-07-10T19:30')).toBe(Date.UTC(2026, 6, 10, 19, 30) / 1000);
  });
});
