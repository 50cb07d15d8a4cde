/** So many seconds as a clock that runs down: `1:02:03`, `4:05`. */
export function counted(seconds: number): string {
  const whole = Math.max(0, Math.ceil(seconds));
  const [h, m, s] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const two = (value: number) => String(value).padStart(2, '0');
  return h ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}

/** A time of day in the table's zone; the server speaks in UTC. */
export function clockTime(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(11, 16);
}
