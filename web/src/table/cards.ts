/** How cards lie in a hand. An order for the eye only: what may be played comes with `todo`. */
import { suitOf } from '../texts/cards';
import type { Card, Suit } from '../wire.gen';

const SUITS: readonly Suit[] = ['S', 'H', 'C', 'D'];
const PLAIN_ORDER = 'ATKQJ987';
const TRUMP_ORDER = 'J9ATKQ87';

const isRed = (suit: Suit): boolean => suit === 'H' || suit === 'D';

function permutations<T>(things: readonly T[]): T[][] {
  if (things.length === 0) return [[]];
  return things.flatMap((first) =>
    permutations(things.filter((other) => other !== first)).map((rest) => [first, ...rest]),
  );
}

const sameColourNeighbours = (suits: Suit[]): number =>
  suits.filter((suit, i) => {
    const before = suits[i - 1];
    return before !== undefined && isRed(before) === isRed(suit);
  }).length;

/** The suits from left to right: trump first, colours alternating as far as they can. */
export function suitOrder(held: Iterable<Suit>, trump: Suit | null): Suit[] {
  const present = new Set(held);
  const orders = permutations(SUITS.filter((suit) => present.has(suit))).filter(
    (order) => !trump || !present.has(trump) || order[0] === trump,
  );
  return orders.reduce((best, order) =>
    sameColourNeighbours(order) < sameColourNeighbours(best) ? order : best,
  );
}

/** A hand by suit, trump at the left end, the best card of each suit first. */
export function sortHand(cards: readonly Card[], trump: Suit | null): Card[] {
  if (cards.length === 0) return [];
  const order = suitOrder(cards.map(suitOf), trump);
  const place = (card: Card): number => {
    const ranks = suitOf(card) === trump ? TRUMP_ORDER : PLAIN_ORDER;
    return order.indexOf(suitOf(card)) * 8 + ranks.indexOf(card[1] ?? '');
  };
  return [...cards].sort((a, b) => place(a) - place(b));
}

/** The places of a hand. They stay while cards are played, so that a card is found where it was. */
export type Slots = { readonly key: string; readonly cards: readonly Card[] };

/** `before` as long as its key holds and no card came that it does not know; else a fresh order. */
export function nextSlots(
  before: Slots | null,
  key: string,
  hand: readonly Card[],
  trump: Suit | null,
): Slots {
  const known = before?.key === key && hand.every((card) => before.cards.includes(card));
  return known ? before : { key, cards: sortHand(hand, trump) };
}
