/** What is worth explaining at this moment of a practice game, the most pressing first. */
import type { Shown } from '../table/api';
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
  | 'no_undertrump'
  | 'must_undertrump'
  | 'free'
  | 'free_no_trump'
  | 'meld'
  | 'trick'
  | 'score';

const OF_REASON: Record<Reason, Topic> = {
  follow: 'follow',
  follow_trump: 'follow_trump',
  ruff: 'ruff',
  overtrump: 'overtrump',
  no_undertrump: 'no_undertrump',
  must_undertrump: 'must_undertrump',
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
  if (todo.cards.some((card) => suitOf(card) === led)) return [];
  const trump = view.deal?.trump;
  return [todo.cards.some((card) => suitOf(card) === trump) ? 'free' : 'free_no_trump'];
}

/** Every topic that fits this moment, with what lies still for it. */
export function topicsOf(view: TableView, todo: Todo, shown: Shown): Topic[] {
  const { phase, deal } = view;
  if (shown.hold === 'score') return [];
  if (shown.hold) return [...(shown.hold === 'meld' ? (['meld'] as const) : []), 'trick'];
  if (phase === 'scored' || phase === 'ended') return ['score'];
  if (!deal) return [];
  const { last } = deal;
  return [
    // Regulars may be quicker than a newcomer reads: the welcome stays until it is put away.
    ...(view.sheet.length === 0 ? (['welcome'] as const) : []),
    ...(deal.trump ? (['trumps'] as const) : []),
    // Where nothing lies still it is told afterwards.
    ...(last && last.melds.length > 0 ? (['meld'] as const) : []),
    ...(last ? (['trick'] as const) : []),
    ...(todo.turn === view.me ? mine(view, todo) : []),
  ];
}

/**
 * Whether the topic that stood on the screen needs no telling any more: who looked at it has made a move, or it is past.
 * While a trick lies there to be looked at (`held`) it is only out of sight.
 */
export const isTold = (seen: Topic, moved: boolean, held: boolean, fitting: readonly Topic[]) =>
  moved || (!held && !fitting.includes(seen));

/** The seat across with four players. */
export const partnerOf = ({ me, rules }: TableView): Seat | null =>
  rules.seats === 4 ? (me + 2) % 4 : null;
