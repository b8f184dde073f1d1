/** What lies in the middle of the table, and how a board that was looked at became another. Pure. */
import type { Card, DealView, Meld, Seat, TableView } from '../wire.gen';
import type { Shown } from './api';
import { seatsFrom } from './seats';

/** The cards in the middle; `winner` as soon as the trick is full and won. */
export type Middle = {
  leader: Seat;
  cards: readonly Card[];
  winner: Seat | null;
  melds: readonly Meld[];
  /** It lies still for a moment, though the game may have gone on. */
  held: boolean;
};

const lastOf = (deal: DealView, held: boolean): Middle | null =>
  deal.last && { ...deal.last, held };

/** What lies there now: a trick that is held, the open one, or the last one while revokes can be claimed. */
export function middleOf(view: TableView, shown: Shown): Middle | null {
  const deal = view.deal;
  if (!deal) return null;
  const { trick } = deal;
  const full = trick?.cards.length === view.rules.seats;
  if (shown.hold !== null)
    return trick && full
      ? { ...trick, winner: shown.winner, melds: shown.melds, held: true }
      : lastOf(deal, true);
  if (view.phase === 'calling') return null;
  if (trick) return { ...trick, winner: null, melds: [], held: false };
  return view.phase === 'closing' ? lastOf(deal, false) : null;
}

/** One thing that moves. Whatever else differs between two boards is simply there. */
export type Move =
  /** Cards go round in packets, `order` of seats first to last. */
  | { t: 'deal'; dealer: Seat; order: Seat[] }
  | { t: 'play'; seat: Seat; card: Card }
  | { t: 'gather'; winner: Seat }
  /** A closed table card is turned. */
  | { t: 'open'; seat: Seat; pile: number }
  /** The hand lies in another order. */
  | { t: 'sort' }
  /** The mats make room for a question, or come back from it. */
  | { t: 'reseat' }
  /** Figures are written on the slate. */
  | { t: 'write' };

export type Look = { view: TableView; shown: Shown };

/** Whether the slate of a potje that is over lies on the rug. */
const isOver = ({ view, shown }: Look): boolean =>
  (view.phase === 'scored' || view.phase === 'ended') && !middleOf(view, shown)?.held;

const tricksOf = ({ view }: Look): number =>
  view.deal?.taken.reduce((sum, { tricks }) => sum + tricks, 0) ?? 0;

/** Whether a trick or a result came on the slate just now; who comes back finds it written. */
function isWritten(before: Look, after: Look): boolean {
  if (before.view.match !== after.view.match) return false;
  if (isOver(after)) return !isOver(before);
  return sameDeal(before.view, after.view) && tricksOf(after) - tricksOf(before) === 1;
}

const sameDeal = (a: TableView, b: TableView): boolean =>
  a.match === b.match && a.deal?.number === b.deal?.number;

/**
 * What to move when `after` takes the place of `before` (none: the board is new). More than one step at once is
 * somebody who comes back to his table: he sees it as it is now.
 */
export function movesBetween(before: Look | null, after: Look): Move[] {
  return [
    ...cardsMoved(before, after),
    ...(before && isWritten(before, after) ? [{ t: 'write' } as const] : []),
  ];
}

function cardsMoved(before: Look | null, after: Look): Move[] {
  const deal = after.view.deal;
  if (!deal) return [];
  const { seats } = after.view.rules;
  if (!before?.view.deal || !sameDeal(before.view, after.view)) {
    const fresh = after.view.phase === 'calling' && deal.calls.length === 0;
    const order = seatsFrom((deal.dealer + 1) % seats, seats);
    // Who comes to a board in the middle of a match has not just been dealt to.
    return fresh && (before || deal.number === 0)
      ? [{ t: 'deal', dealer: deal.dealer, order }]
      : [];
  }
  const moves: Move[] = [];
  const old = middleOf(before.view, before.shown);
  const now = middleOf(after.view, after.shown);
  const full = old?.cards.length === seats;
  const gone = full && now?.cards.join() !== old.cards.join();
  const late = (deal.last?.number ?? -1) - (before.view.deal.last?.number ?? -1) > 1;
  const winner = old?.winner ?? deal.last?.winner ?? null;
  if (gone && winner !== null && !late) moves.push({ t: 'gather', winner });
  const known = full ? 0 : (old?.cards.length ?? 0);
  if (now && !late && now.cards.length === known + 1) {
    const card = now.cards[known];
    if (card) moves.push({ t: 'play', seat: (now.leader + known) % seats, card });
  }
  for (const [seat, piles] of deal.piles.entries())
    for (const [pile, { open, closed }] of piles.entries())
      if (open && !closed && before.view.deal.piles[seat]?.[pile]?.closed)
        moves.push({ t: 'open', seat, pile });
  if ((before.view.phase === 'calling') !== (after.view.phase === 'calling'))
    moves.push({ t: 'reseat' });
  if (before.view.deal.trump !== deal.trump) moves.push({ t: 'sort' });
  return moves;
}
