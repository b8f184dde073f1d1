/** What stands beside a figure on the slate. */
import type { DealResult, Seat } from '../wire.gen';

/** The mark of a column on the slate: N (failed), P (march) or V (revoke), for those who earned it. */
export function markOf(result: DealResult, seats: readonly Seat[]): '' | 'N' | 'P' | 'V' {
  const [declaring = [], others = []] = result.sides;
  if (result.revoke) return seats.includes(result.revoke.culprit) ? 'V' : '';
  const within = (side: readonly Seat[]) => seats.some((seat) => side.includes(seat));
  if (result.march) {
    const winners = (result.points[0] ?? 0) > 0 ? declaring : others;
    if (within(winners)) return 'P';
  }
  return result.failed && within(declaring) ? 'N' : '';
}
