/** How long things lie still on the screen, in milliseconds at pace 1. Presentation only. */
import type { AnyFact, Meld, Seat, TableView } from '../wire.gen';
import { tricksOf } from './fold';

export const TRICK_LIES = 1500;
export const LAST_TRICK_LIES = 2500;
/** Between two facts that were told at once: a card lands in 250 ms, and stays a moment. */
export const BETWEEN = 400;

export type Hold = {
  ms: number;
  hold: 'trick' | 'meld' | null;
  melds: Meld[];
  winner: Seat | null;
};

const NONE: Hold = { ms: 0, hold: null, melds: [], winner: null };

/** What must be looked at after `fact` gave `view`, before `next` may be shown (none: nothing waits). */
export function holdAfter(view: TableView, fact: AnyFact | null, next: AnyFact | null): Hold {
  if (fact === null || next === null) return NONE;
  const trick = view.deal?.trick;
  if (fact.t === 'CardPlayed' && trick?.cards.length === view.rules.seats) {
    if (next.t !== 'TrickWon') return { ...NONE, ms: TRICK_LIES, hold: 'trick' };
    const { melds, winner } = next;
    const ms = next.number + 1 === tricksOf(view) ? LAST_TRICK_LIES : TRICK_LIES;
    return { ms, hold: melds.length > 0 ? 'meld' : 'trick', melds, winner };
  }
  if (fact.t === 'CardPlayed' || fact.t === 'Called' || fact.t === 'TrumpMade')
    return { ...NONE, ms: next.t === 'CardPlayed' || next.t === 'Called' ? BETWEEN : 0 };
  return NONE;
}
