/** Where the chairs stand on the screen: I sit below, play goes clockwise. */
import type { Seat } from '../wire.gen';

export type Place = 'south' | 'west' | 'north' | 'east';

const PLACES: Record<number, Place[]> = {
  2: ['south', 'north'],
  3: ['south', 'west', 'east'],
  4: ['south', 'west', 'north', 'east'],
};

export const placeOf = (seat: Seat, me: Seat, seats: number): Place =>
  PLACES[seats]?.[(seat - me + seats) % seats] ?? 'north';

/** The seats as they are read: me last, the others clockwise from my left. */
export const aroundFrom = (me: Seat, seats: number): Seat[] =>
  Array.from({ length: seats }, (_, i) => (me + 1 + i) % seats);
