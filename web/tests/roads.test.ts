import { describe, expect, it } from 'vitest';
import { beads, bigCells, derivedMarks, gridPath, scrolled } from '../src/lib/roads';
import type { Bead, Cell } from '../src/lib/types';

const bead = (result: Bead['result']): Bead => ({ result });
const cell = (column: number, row: number): Cell => ({ column, row, ties: 0, bead: bead('banker') });

describe('roads', () => {
  it('show the newest columns when the grid is full', () => {
    expect(scrolled(5, 6)).toBe(0);
    expect(scrolled(6, 6)).toBe(0);
    expect(scrolled(7, 6)).toBe(1);
    const cells = [cell(1, 1), cell(2, 1), cell(3, 1), cell(3, 2), cell(4, 6)];
    expect(bigCells(cells, 2).map((one) => [one.column, one.row])).toEqual([[1, 1], [1, 2], [2, 6]]);
    expect(bigCells([], 2)).toEqual([]);
  });

  it('keep the colour of every derived mark beside its place', () => {
    const road = { marks: 'RRB', places: [[1, 1], [1, 2], [2, 1]] as [number, number][] };
    expect(derivedMarks(road, 1)).toEqual([{ column: 1, row: 1, red: false }]);
    expect(derivedMarks(road, 2).map((mark) => mark.red)).toEqual([true, true, false]);
  });

  it('scroll the bead plate by whole columns, so that no bead changes its row', () => {
    const plate = [Array<Bead>(6).fill(bead('banker')), Array<Bead>(6).fill(bead('player')), [bead('tie')]];
    const shown = beads(plate, 2);
    expect(shown).toHaveLength(7);
    expect(shown[0]).toEqual({ column: 1, row: 1, bead: bead('player') });
    expect(shown.at(-1)).toEqual({ column: 2, row: 1, bead: bead('tie') });
  });

  it('are drawn on six rows', () => {
    expect(gridPath(1, 10)).toBe('M0 0V60M10 0V60M0 0H10M0 10H10M0 20H10M0 30H10M0 40H10M0 50H10M0 60H10');
  });
});
