/** What the hand and the table cards need to draw a card button. */
import type { Card } from '../wire.gen';
import type { Way } from './touch';

export type Holding = {
  /** The cards that may be played; none when nothing is dimmed. */
  legal: readonly Card[] | null;
  lifted: Card | null;
  disabled: boolean;
  /** Id of the words that say why the others may not. */
  reason: string;
  press: (card: Card, way: Way) => void;
};

export const isDimmed = (holding: Holding, card: Card): boolean =>
  holding.legal !== null && !holding.legal.includes(card);

/** The one card of a list that the tab key reaches: the last focused, else a lifted or legal one. */
export function tabStop(
  cards: readonly Card[],
  holding: Holding,
  focused: Card | null,
): Card | null {
  if (focused && cards.includes(focused)) return focused;
  if (holding.lifted && cards.includes(holding.lifted)) return holding.lifted;
  return cards.find((card) => !isDimmed(holding, card)) ?? cards[0] ?? null;
}
