/** What happens when a card is pressed, for every way of pressing. */
import type { Card, Todo } from '../wire.gen';

export type Way = 'mouse' | 'touch' | 'keyboard';
export type Effect = 'play' | 'lift' | 'lower' | 'refuse' | 'nothing';

export type Press = {
  card: Card;
  way: Way;
  todo: Todo;
  myTurn: boolean;
  lifted: Card | null;
  /** A setting: the first tap plays. */
  oneTap: boolean;
};

/**
 * In turn a legal card is played, by touch only at the second tap; one that is not legal is refused with
 * its reason. Ahead of the turn a card is lifted, or lowered again.
 */
export function effectOf({ card, way, todo, myTurn, lifted, oneTap }: Press): Effect {
  if (!myTurn) return lifted === card ? 'lower' : 'lift';
  if (!todo.cards.includes(card)) return 'refuse';
  return way === 'touch' && !oneTap && lifted !== card ? 'lift' : 'play';
}
