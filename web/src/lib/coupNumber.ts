import type { TableView } from './types';

/** The number of the coup on the table, by which it is disputed and corrected, the same for everybody.
 *
 * Null before the first, and while bets are taken: the number is still that of the coup before.
 */
export function coupNumber(view: Pick<TableView, 'phase' | 'number'>): number | null {
  return view.phase === 'betting' ? null : view.number || null;
}
