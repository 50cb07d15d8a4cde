/** The time now in seconds, for as long as somebody looks at it. */
export class Clock {
  now = $state(Date.now() / 1000);

  /** Tick until told to stop. */
  run(everyMs = 1000): () => void {
    const timer = setInterval(() => (this.now = Date.now() / 1000), everyMs);
    return () => clearInterval(timer);
  }
}
