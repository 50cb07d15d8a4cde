import { describe, expect, it } from 'vitest';
import { COMMITS_AT, grip, HEIGHT, peel, progress, pulledTo, WIDTH, type Point } from '../src/lib/peel';

function area(points: Point[]): number {
  return Math.abs(
    points.reduce((sum, point, index) => {
      const next = points[(index + 1) % points.length] as Point;
      return sum + point.x * next.y - next.x * point.y;
    }, 0) / 2,
  );
}

describe('a card that is squeezed', () => {
  it('lies whole while nobody pulls', () => {
    const bent = peel({ x: 0, y: 0 }, { x: 0, y: 0 });
    expect(area(bent.rest)).toBe(WIDTH * HEIGHT);
    expect(bent.lifted).toEqual([]);
  });

  it('never grows or shrinks, wherever it is pulled', () => {
    for (const held of [{ x: 0, y: 0 }, { x: 100, y: 70 }, { x: 50, y: 140 }]) {
      for (const pulled of [{ x: 30, y: 40 }, { x: 50, y: 70 }, { x: 90, y: 20 }]) {
        const bent = peel(held, pulled);
        expect(area(bent.rest) + area(bent.lifted)).toBeCloseTo(WIDTH * HEIGHT);
      }
    }
  });

  it('carries the held point to where it was pulled', () => {
    const [held, pulled] = [{ x: 100, y: 140 }, { x: 40, y: 90 }];
    const [a, b, c, d, e, f] = peel(held, pulled).matrix;
    expect(a * held.x + c * held.y + e).toBeCloseTo(pulled.x);
    expect(b * held.x + d * held.y + f).toBeCloseTo(pulled.y);
    expect(a * d - b * c).toBeCloseTo(-1);
  });

  it('is held at a corner or at the nearest edge', () => {
    expect(grip({ x: 5, y: 8 })).toEqual({ x: 0, y: 0 });
    expect(grip({ x: 50, y: 130 })).toEqual({ x: 50, y: HEIGHT });
    expect(grip({ x: 96, y: 70 })).toEqual({ x: WIDTH, y: 70 });
  });

  it('counts how far across it was pulled', () => {
    const bottom = { x: 50, y: HEIGHT };
    expect(progress(bottom, bottom)).toBe(0);
    expect(progress(bottom, pulledTo(bottom, 0.69))).toBeCloseTo(0.69);
    expect(progress(bottom, pulledTo(bottom, COMMITS_AT))).toBeCloseTo(COMMITS_AT);
    expect(progress(bottom, { x: 50, y: -500 })).toBe(1);
    expect(progress(bottom, { x: 50, y: 300 })).toBe(0);
  });
});
