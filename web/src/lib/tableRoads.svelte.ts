import { api } from './api';
import type { AllRoads, Bead } from './types';

/** The roads of a table, asked for anew whenever its results are others. */
export class Roadmap {
  roads = $state.raw<AllRoads | null>(null);
  #seen: string | null = null;

  constructor(readonly where: string) {}

  follow(results: Bead[] | undefined): void {
    if (!results) return;
    const now = JSON.stringify(results);
    if (now === this.#seen) return;
    this.#seen = now;
    api.roads(this.where).then(
      ({ roads }) => {
        if (this.#seen === now) this.roads = roads;
      },
      () => {
        if (this.#seen === now) this.#seen = null;
      },
    );
  }
}
