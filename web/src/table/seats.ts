/** Who sits where, seen from the viewer's own chair, and who plays with whom. */
import type { DealView, Seat, TableView, Taken } from '../wire.gen';

export type Place = 'north' | 'east' | 'south' | 'west';

const PLACES: Record<number, readonly Place[]> = {
  2: ['south', 'north'],
  3: ['south', 'west', 'east'],
  4: ['south', 'west', 'north', 'east'],
};

/** The viewer at the bottom, the others clockwise. */
export function placeOf(seat: Seat, me: Seat, seats: number): Place {
  return PLACES[seats]?.[(seat - me + seats) % seats] ?? 'north';
}

/** Whether the viewer sits nowhere: he looks on from chair 0. */
export const looksOn = (view: TableView): boolean => view.me >= view.rules.seats;

/** All seats clockwise from `first`. */
export function seatsFrom(first: Seat, seats: number): Seat[] {
  return Array.from({ length: seats }, (_, i) => (first + i) % seats);
}

/** Whether two seats play together. With three players that is known once trump is made. */
export function together(view: TableView, a: Seat, b: Seat): boolean {
  if (a === b) return true;
  if (view.rules.seats === 4) return (a - b) % 2 === 0;
  return view.deal?.sides.some((side) => side.includes(a) && side.includes(b)) ?? false;
}

export function opponents(view: TableView): Seat[] {
  return seatsFrom(view.me, view.rules.seats).filter((seat) => !together(view, view.me, seat));
}

/** The seats behind each line of the slate: us and them with four, else everyone for himself, me first. */
export function columns(view: TableView): Seat[][] {
  const seats = seatsFrom(view.me, view.rules.seats);
  if (view.rules.seats !== 4) return seats.map((seat) => [seat]);
  return [
    seats.filter((seat) => together(view, view.me, seat)),
    seats.filter((seat) => !together(view, view.me, seat)),
  ];
}

/** The sides of this deal as the slate lists them; with three the one who plays first, once trump is made. */
export function dealSides(view: TableView): Seat[][] {
  const sides = view.deal?.sides ?? [];
  if (view.rules.seats !== 3 || sides.length === 0) return columns(view);
  return sides.map((side) => mineFirst(side, view.me));
}

/** The seats of a side with the viewer in front. */
export function mineFirst(side: readonly Seat[], me: Seat): Seat[] {
  return [...side].sort((a, b) => Number(b === me) - Number(a === me));
}

/** What some seats took together. */
export function takenBy(deal: DealView | null, seats: readonly Seat[]): Taken {
  const sum = { tricks: 0, points: 0, meld: 0 };
  for (const seat of seats) {
    const taken = deal?.taken[seat];
    sum.tricks += taken?.tricks ?? 0;
    sum.points += taken?.points ?? 0;
    sum.meld += taken?.meld ?? 0;
  }
  return sum;
}

/** How many tricks have a card in them, the open one included. */
export function tricksBegun(deal: DealView): number {
  const complete = deal.taken.reduce((sum, taken) => sum + taken.tricks, 0);
  return complete + (deal.trick && deal.trick.cards.length > 0 ? 1 : 0);
}

/** How many tricks of this deal the seat has played a card to. */
export function tricksPlayedBy(deal: DealView, seat: Seat): number {
  const begun = tricksBegun(deal);
  if (!deal.trick || deal.trick.cards.length === 0) return begun;
  const seats = deal.counts.length;
  const place = (seat - deal.trick.leader + seats) % seats;
  return place < deal.trick.cards.length ? begun : begun - 1;
}
