/** What is worth explaining at this moment of a practice game, the most pressing first. */
import { suitOf } from '../texts/cards';
import type { Reason, Seat, TableView, Todo } from '../wire.gen';

export type Topic =
  | 'welcome'
  | 'turned'
  | 'name_trump'
  | 'trumps'
  | 'lead'
  | 'follow'
  | 'follow_trump'
  | 'ruff'
  | 'overtrump'
  | 'undertrump'
  | 'free'
  | 'meld'
  | 'trick'
  | 'score';

const OF_REASON: Record<Reason, Topic> = {
  follow: 'follow',
  follow_trump: 'follow_trump',
  ruff: 'ruff',
  overtrump: 'overtrump',
  no_undertrump: 'undertrump',
  must_undertrump: 'undertrump',
};

/** The suit that was led, when a trick lies open. */
export const ledSuit = ({ deal }: TableView) => {
  const first = deal?.trick?.cards[0];
  return first === undefined ? null : suitOf(first);
};

function mine(view: TableView, todo: Todo): Topic[] {
  if (view.phase === 'calling') return [todo.calls.includes('play') ? 'turned' : 'name_trump'];
  const led = ledSuit(view);
  if (led === null) return ['lead'];
  if (todo.must) return [OF_REASON[todo.must]];
  // With the suit in hand there is nothing to explain: every card that is allowed follows.
  return todo.cards.some((card) => suitOf(card) === led) ? [] : ['free'];
}

/** Every topic that fits this moment. */
export function topicsOf(view: TableView, todo: Todo): Topic[] {
  const { phase, deal } = view;
  if (phase === 'scored' || phase === 'ended') return ['score'];
  if (!deal) return [];
  const last = deal.last;
  return [
    // Regulars may be quicker than a newcomer reads: the welcome stays until it is put away.
    ...(view.sheet.length === 0 ? (['welcome'] as const) : []),
    ...(deal.trump ? (['trumps'] as const) : []),
    ...(last && last.melds.length > 0 ? (['meld'] as const) : []),
    ...(last ? (['trick'] as const) : []),
    ...(todo.turn === view.me ? mine(view, todo) : []),
  ];
}

/** The seat across with four players. */
export const partnerOf = ({ me, rules }: TableView): Seat | null =>
  rules.seats === 4 ? (me + 2) % 4 : null;
