/** The geometry of a card that is bent back along a straight fold. */
export type Point = { x: number; y: number };
export type Peel = {
  /** What still lies there, what has been lifted (both in the card's own plane). */
  rest: Point[];
  lifted: Point[];
  /** The reflection in the fold, as an SVG matrix. */
  matrix: [number, number, number, number, number, number];
  fold: [Point, Point] | null;
};

export const WIDTH = 100;
export const HEIGHT = 140;
export const COMMITS_AT = 0.7;
const CORNERS: Point[] = [
  { x: 0, y: 0 },
  { x: WIDTH, y: 0 },
  { x: WIDTH, y: HEIGHT },
  { x: 0, y: HEIGHT },
];
const NEAR = 28;

/** Where a card is taken hold of: the nearest corner, or the nearest point of its edge. */
export function grip(point: Point): Point {
  for (const corner of CORNERS)
    if (Math.hypot(point.x - corner.x, point.y - corner.y) < NEAR) return corner;
  const x = Math.min(Math.max(point.x, 0), WIDTH);
  const y = Math.min(Math.max(point.y, 0), HEIGHT);
  const gaps: [number, Point][] = [
    [x, { x: 0, y }],
    [WIDTH - x, { x: WIDTH, y }],
    [y, { x, y: 0 }],
    [HEIGHT - y, { x, y: HEIGHT }],
  ];
  return gaps.reduce((least, one) => (one[0] < least[0] ? one : least))[1];
}

/** How far a card has been pulled from where it is held: 1 is right across. */
export function progress(held: Point, pulled: Point): number {
  const dx = pulled.x - held.x;
  const dy = pulled.y - held.y;
  const length = Math.hypot(dx, dy);
  if (length === 0) return 0;
  const along = CORNERS.map(
    (corner) => ((corner.x - held.x) * dx + (corner.y - held.y) * dy) / length,
  );
  const extent = Math.max(...along);
  return extent <= 0 ? 0 : Math.min(1, length / extent);
}

/** The point that a pull from an edge towards its opposite has reached. */
export function pulledTo(held: Point, share: number): Point {
  const middle = { x: WIDTH / 2, y: HEIGHT / 2 };
  return {
    x: held.x + (middle.x - held.x) * 2 * share,
    y: held.y + (middle.y - held.y) * 2 * share,
  };
}

/** The card as it lies when the held point has been pulled over to another. */
export function peel(held: Point, pulled: Point): Peel {
  const dx = pulled.x - held.x;
  const dy = pulled.y - held.y;
  const square = dx * dx + dy * dy;
  if (square < 0.01) {
    return { rest: CORNERS, lifted: [], matrix: [1, 0, 0, 1, 0, 0], fold: null };
  }
  const middle = { x: (held.x + pulled.x) / 2, y: (held.y + pulled.y) / 2 };
  // Positive on the side that stays.
  const side = (point: Point) => (point.x - middle.x) * dx + (point.y - middle.y) * dy;
  const rest = clipped(CORNERS, side);
  const lifted = clipped(CORNERS, (point) => -side(point));
  const [ux, uy] = [(dx * dx) / square, (dy * dy) / square];
  const cross = (dx * dy) / square;
  const shift = 2 * (middle.x * dx + middle.y * dy);
  const matrix: Peel['matrix'] = [
    1 - 2 * ux,
    -2 * cross,
    -2 * cross,
    1 - 2 * uy,
    (shift * dx) / square,
    (shift * dy) / square,
  ];
  const on = rest.filter((point) => Math.abs(side(point)) < 1e-6 * square + 1e-6);
  const [first, last] = [on[0], on.at(-1)];
  return { rest, lifted, matrix, fold: first && last && on.length > 1 ? [first, last] : null };
}

/** The part of a polygon where a side is not negative. */
function clipped(polygon: Point[], side: (point: Point) => number): Point[] {
  const kept: Point[] = [];
  polygon.forEach((point, index) => {
    const next = polygon[(index + 1) % polygon.length] as Point;
    const [here, there] = [side(point), side(next)];
    if (here >= 0) kept.push(point);
    if (here >= 0 !== there >= 0) {
      const share = here / (here - there);
      kept.push({ x: point.x + (next.x - point.x) * share, y: point.y + (next.y - point.y) * share });
    }
  });
  return kept;
}

/** Points as an SVG polygon has them. */
export function polygon(points: Point[]): string {
  return points.map((point) => `${point.x.toFixed(2)},${point.y.toFixed(2)}`).join(' ');
}
