/** Refusals in words: why not this card, why not now. */
import type { Card, Reason, RefusalCode, Todo, TableView } from '../wire.gen';
import { cardShort, suitName, suitOf } from './cards';
import { list, t } from './texts.svelte';

/** "Je moet overtroeven: je hebt ♠B." The cards are those that may be played. */
export function reasonText(reason: Reason, view: TableView, todo: Todo): string {
  const led = view.deal?.trick?.cards[0];
  const cards = list(todo.cards.map((card: Card) => cardShort(card)));
  if (cards === '') return t(`reason.bare.${reason}`);
  return t(`reason.${reason}`, { cards, suit: led ? suitName(suitOf(led)) : '' });
}

export function refusalText(code: Exclude<RefusalCode, 'illegal_card'>): string {
  return t(`refused.${code}`);
}
