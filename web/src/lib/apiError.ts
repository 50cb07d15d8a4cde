/** A no of the server, or no answer at all (code `unreachable`). */
export class Problem extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly clause: string[] = [],
    readonly hint: string | null = null,
  ) {
    super(message);
  }
}

/** Whatever was thrown, as a problem that can be shown. */
export function problemOf(thrown: unknown): Problem {
  if (thrown instanceof Problem) return thrown;
  return new Problem(0, 'unreachable', thrown instanceof Error ? thrown.message : String(thrown));
}
