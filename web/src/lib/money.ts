const whole = new Intl.NumberFormat('en-AU', { maximumFractionDigits: 0 });
const exact = new Intl.NumberFormat('en-AU', {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
});

/** Cents as people write them: `$25`, `$2.50`, `−$10`. */
export function dollars(cents: number, signed = false): string {
  const size = Math.abs(cents);
  const digits = size % 100 === 0 ? whole.format(size / 100) : exact.format(size / 100);
  const sign = cents < 0 ? '−' : signed && cents > 0 ? '+' : '';
  return `${sign}$${digits}`;
}

/** Cents on a chip or a small label: `$1.5k`, `$25`, `50c`. */
export function short(cents: number): string {
  if (cents < 100) return `${cents}c`;
  const units = cents / 100;
  if (units >= 1_000_000) return `$${trimmed(units / 1_000_000)}m`;
  if (units >= 10_000 || (units >= 1000 && units % 100 === 0)) return `$${trimmed(units / 1000)}k`;
  return dollars(cents);
}

function trimmed(value: number): string {
  return String(Math.round(value * 100) / 100);
}
