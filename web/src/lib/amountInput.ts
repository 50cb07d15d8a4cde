/** An amount that is typed, in dollars and cents; refuses what is no amount. */
export function typed(text: string, key: string): string {
  if (key === 'Backspace') return text.slice(0, -1);
  if (key === 'Delete') return '';
  const next = text + key;
  if (!/^\d{0,9}(\.\d{0,2})?$/.test(next)) return text;
  return next.replace(/^0+(?=\d)/, '');
}

/** The cents of what was typed, as people write dollars (`25`, `1,000`, `2.50`); null where it is no amount. */
export function centsOf(text: string): number | null {
  const written = text.trim();
  if (!/^(\d+|\d{1,3}(,\d{3})+)(\.\d{0,2})?$|^\.\d{1,2}$/.test(written)) return null;
  const [whole = '0', part = ''] = written.replaceAll(',', '').split('.');
  const cents = Number(whole || '0') * 100 + Number(part.padEnd(2, '0') || '0');
  return cents > 0 ? cents : null;
}
