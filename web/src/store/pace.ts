/** How long things lie still on the screen, in milliseconds at pace 1. Presentation only. */
import type { Shown } from '../table/api';
import type { AnyFact, TableView } from '../wire.gen';
import { tricksOf } from './fold';

export const TRICK_LIES = 1500;
export const LAST_TRICK_LIES = 2500;
/** Between two facts that were told at once: a card lands in 250 ms, and stays a moment. */
export const BETWEEN = 400;
/** Nat and pit are called when the last trick has lain long enough. */
export const SCORE_CALLED = 1500;

export type Hold = Shown & { ms: number };

const NONE: Hold = { ms: 0, hold: null, melds: [], winner: null };

/** A whole trick more waits than the one that lies there. */
export const isBehind = (waiting: readonly AnyFact[]): boolean =>
  waiting.filter((fact) => fact.t === 'TrickWon').length > 1;

/**
 * What must be looked at after `fact` gave `view`, before the first of `waiting` may be shown. Nothing is held by who
 * is behind: the screen is never further back than the trick that lies there.
 */
export function holdAfter(
  view: TableView,
  fact: AnyFact | null,
  waiting: readonly AnyFact[],
): Hold {
  const next = waiting[0];
  if (fact === null || next === undefined || isBehind(waiting)) return NONE;
  const trick = view.deal?.trick;
  if (fact.t === 'CardPlayed' && trick?.cards.length === view.rules.seats) {
    if (next.t !== 'TrickWon') return { ...NONE, ms: TRICK_LIES, hold: 'trick' };
    const { melds, winner } = next;
    const ms = next.number + 1 === tricksOf(view) ? LAST_TRICK_LIES : TRICK_LIES;
    return { ms, hold: melds.length > 0 ? 'meld' : 'trick', melds, winner };
  }
  if (fact.t === 'TrickWon' && next.t === 'DealScored') {
    const { result } = next;
    const called = result.failed || result.march;
    return called ? { ...NONE, ms: SCORE_CALLED, hold: 'score', result } : NONE;
  }
  if (fact.t === 'CardPlayed' || fact.t === 'Called' || fact.t === 'TrumpMade')
    return { ...NONE, ms: next.t === 'CardPlayed' || next.t === 'Called' ? BETWEEN : 0 };
  return NONE;
}
