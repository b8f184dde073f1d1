/** Short builders of what the tests need of a table. */
import type { TableView, Todo, FairView } from '../src/wire.gen';

/** Nothing is known yet of how the deals come about. */
export const NO_DEALS: FairView = { coming: null, dealt: null, shown: null };

export const NOTHING_TODO: Todo = {
  turn: null,
  calls: [],
  cards: [],
  must: null,
  may_take_back: false,
  may_claim: false,
  auto_ms: null,
};

/** A waiting table for four; Tineke sits at seat 0 and is its host. */
export function emptyView(): TableView {
  const free = { kind: 'empty' as const, name: '', host: false, arriving: false, stand_in: null };
  return {
    code: 'KR7TM',
    rules: {
      preset: 'pub',
      seats: 4,
      trump_duty: 'amsterdam',
      trump_making: 'turned',
      undertrump: 'forbidden',
      march: 'either',
      revoke: 'refused',
      deals: 16,
      talk: 'free',
      watch: false,
    },
    phase: 'waiting',
    me: 0,
    chairs: [
      { kind: 'person', name: 'Tineke', host: true, arriving: false, stand_in: null },
      free,
      free,
      free,
    ],
    match: 0,
    deal: null,
    sheet: [],
    totals: [0, 0, 0, 0],
    ready: [false, false, false, false],
    winners: [],
    slate: '',
  };
}

/** The same table with regulars, cards dealt, and these in my hand. */
export function dealtView(hand: string[]): TableView {
  const chair = (name: string) => ({
    kind: 'regular' as const,
    name,
    host: false,
    arriving: false,
    stand_in: null,
  });
  return {
    ...emptyView(),
    phase: 'calling',
    chairs: [
      { kind: 'person', name: 'Tineke', host: true, arriving: false, stand_in: null },
      chair('Bram'),
      chair('Henk'),
      chair('Sjaan'),
    ],
    match: 1,
    deal: {
      number: 0,
      dealer: 3,
      turned: 'H',
      calls: [],
      declarer: null,
      trump: null,
      sides: [],
      hand,
      counts: [8, 8, 8, 8],
      piles: [],
      trick: null,
      last: null,
      taken: Array.from({ length: 4 }, () => ({ tricks: 0, points: 0, meld: 0 })),
    },
  };
}
