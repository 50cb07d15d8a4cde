import type { Ask, Bead, Cell, Derived } from './types';

export const ROWS = 6;

/** How many columns have scrolled out on the left of a grid that shows so many. */
export function scrolled(used: number, columns: number): number {
  return Math.max(0, used - columns);
}

/** The cells of the big road that a grid of so many columns shows, numbered from its left. */
export function bigCells(cells: Cell[], columns: number): Cell[] {
  const gone = scrolled(Math.max(0, ...cells.map((cell) => cell.column)), columns);
  return cells
    .filter((cell) => cell.column > gone)
    .map((cell) => ({ ...cell, column: cell.column - gone }));
}

export type Mark = { column: number; row: number; red: boolean };

/** The marks of a derived road that a grid of so many columns shows. */
export function derivedMarks(road: Derived, columns: number): Mark[] {
  const gone = scrolled(Math.max(0, ...road.places.map(([column]) => column)), columns);
  return road.places
    .map(([column, row], index) => ({ column: column - gone, row, red: road.marks[index] === 'R' }))
    .filter((mark) => mark.column > 0);
}

export type Beaded = { column: number; row: number; bead: Bead };

/** The beads that a plate of so many columns shows; it scrolls by whole columns only. */
export function beads(plate: Bead[][], columns: number): Beaded[] {
  return plate
    .slice(scrolled(plate.length, columns))
    .flatMap((column, x) => column.map((bead, y) => ({ column: x + 1, row: y + 1, bead })));
}

/** The lines of an empty grid, as one path. */
export function gridPath(columns: number, cell: number): string {
  const width = columns * cell;
  const height = ROWS * cell;
  let path = '';
  for (let x = 0; x <= columns; x += 1) path += `M${x * cell} 0V${height}`;
  for (let y = 0; y <= ROWS; y += 1) path += `M0 ${y * cell}H${width}`;
  return path;
}

/** What the next coup would mark on one derived road: red, blue, or nothing yet. */
export type Road = keyof Ask;
export const DERIVED: readonly Road[] = ['big_eye_boy', 'small_road', 'cockroach_pig'];
