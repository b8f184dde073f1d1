/**
 * One fact into what is known of the table; the meaning of every fact is told in klaverjas/wire/facts.py.
 * Pure: the view that goes in is never changed.
 */
import type {
  AnyFact,
  Card,
  Chair,
  DealView,
  Meld,
  Pile,
  Seat,
  TableView,
  Taken,
} from '../wire.gen';

type FactOf<T extends AnyFact['t']> = Extract<AnyFact, { t: T }>;

const EMPTY_CHAIR: Chair = {
  kind: 'empty',
  name: '',
  host: false,
  arriving: false,
  stand_in: null,
};
const regularsChair = (name: string): Chair => ({ ...EMPTY_CHAIR, kind: 'regular', name });
const NOTHING_TAKEN: Taken = { tricks: 0, points: 0, meld: 0 };

/** The list with item `at` made anew. */
const changed = <Item>(items: readonly Item[], at: number, make: (item: Item) => Item): Item[] =>
  items.map((item, i) => (i === at ? make(item) : item));

const perSeat = <Item>(view: TableView, make: (seat: Seat) => Item): Item[] =>
  Array.from({ length: view.rules.seats }, (_, seat) => make(seat));

const nobody = (view: TableView): boolean[] => perSeat(view, () => false);

export const tricksOf = (view: TableView): number => (view.rules.seats === 2 ? 16 : 8);
export const meldPoints = (melds: readonly Meld[]): number =>
  melds.reduce((sum, meld) => sum + meld.points, 0);
export const nextSeat = (view: TableView, seat: Seat, steps = 1): Seat =>
  (seat + steps) % view.rules.seats;

const take = (taken: Taken, points: number, melds: Meld[], sign: 1 | -1): Taken => ({
  tricks: taken.tricks + sign,
  points: taken.points + sign * points,
  meld: taken.meld + sign * meldPoints(melds),
});

function inDeal(view: TableView, change: (deal: DealView) => Partial<DealView>): TableView {
  return view.deal ? { ...view, deal: { ...view.deal, ...change(view.deal) } } : view;
}

function swapChairs(view: TableView, { a, b }: FactOf<'ChairsSwapped'>): TableView {
  const to = (seat: Seat) => (seat === a ? b : seat === b ? a : seat);
  return {
    ...view,
    me: to(view.me),
    chairs: view.chairs.map((_, seat) => view.chairs[to(seat)] ?? EMPTY_CHAIR),
  };
}

function leave(view: TableView, fact: FactOf<'Left'>): TableView {
  const chairs = changed(view.chairs, fact.seat, () =>
    fact.regular === null ? EMPTY_CHAIR : regularsChair(fact.regular),
  );
  return {
    ...view,
    chairs: chairs.map((chair, seat) => ({ ...chair, host: seat === fact.host })),
    ready: changed(view.ready, fact.seat, () => false),
  };
}

const standIn = (view: TableView, seat: Seat, stand_in: string | null): TableView => ({
  ...view,
  chairs: changed(view.chairs, seat, (chair) => ({ ...chair, stand_in })),
});

function startMatch(view: TableView, fact: FactOf<'MatchStarted'>): TableView {
  const chairs = view.chairs.map((chair, seat) => {
    const regular = fact.regulars[seat] ?? null;
    return regular === null ? chair : regularsChair(regular);
  });
  const totals = perSeat(view, () => 0);
  const ready = nobody(view);
  return {
    ...view,
    phase: 'calling',
    deal: null,
    chairs,
    match: fact.match,
    sheet: [],
    totals,
    ready,
    winners: [],
    slate: '',
  };
}

function startDeal(view: TableView, fact: FactOf<'DealStarted'>): TableView {
  const deal: DealView = {
    number: fact.number,
    dealer: fact.dealer,
    turned: null,
    calls: [],
    declarer: null,
    trump: null,
    sides: [],
    hand: [],
    counts: perSeat(view, () => fact.count),
    piles: view.rules.seats === 2 ? [[], []] : [],
    trick: null,
    last: null,
    taken: perSeat(view, () => NOTHING_TAKEN),
  };
  const chairs = view.chairs.map((chair) => ({ ...chair, arriving: false }));
  return { ...view, phase: 'calling', chairs, deal, ready: nobody(view) };
}

function playCard(view: TableView, { seat, card, pile }: FactOf<'CardPlayed'>): TableView {
  return inDeal(view, (deal) => ({
    trick: deal.trick && { ...deal.trick, cards: [...deal.trick.cards, card] },
    ...(pile === null
      ? {
          counts: changed(deal.counts, seat, (count) => count - 1),
          hand: seat === view.me ? deal.hand.filter((held) => held !== card) : deal.hand,
        }
      : { piles: withPile(deal.piles, seat, pile, (old) => ({ ...old, open: null })) }),
  }));
}

const withPile = (piles: Pile[][], seat: Seat, at: number, make: (pile: Pile) => Pile) =>
  changed(piles, seat, (mine) => changed(mine, at, make));

function winTrick(view: TableView, fact: FactOf<'TrickWon'>): TableView {
  const { number, winner, points, melds } = fact;
  const after = inDeal(view, (deal) => ({
    last: {
      number,
      leader: deal.trick?.leader ?? winner,
      cards: deal.trick?.cards ?? [],
      winner,
      points,
      melds,
    },
    trick: number + 1 < tricksOf(view) ? { leader: winner, cards: [] } : null,
    taken: changed(deal.taken, winner, (taken) => take(taken, points, melds, 1)),
  }));
  return fact.closing ? { ...after, phase: 'closing' } : after;
}

function takeBack(view: TableView, fact: FactOf<'TakenBack'>): TableView {
  const after = inDeal(view, (deal) => {
    const won = deal.last?.number === fact.number ? deal.last : null;
    const trick = won ?? deal.trick;
    if (!trick) return {};
    const onPiles = new Set(fact.piles.flat().map((pile) => pile.open));
    const returned: [Seat, Card][] = trick.cards
      .map((card, i): [Seat, Card] => [nextSeat(view, trick.leader, i), card])
      .slice(fact.keep)
      .filter(([, card]) => !onPiles.has(card));
    return {
      trick: { leader: trick.leader, cards: trick.cards.slice(0, fact.keep) },
      hand: [
        ...deal.hand,
        ...returned.filter(([seat]) => seat === view.me).map(([, card]) => card),
      ],
      counts: deal.counts.map((n, seat) => n + returned.filter(([owner]) => owner === seat).length),
      piles: fact.piles.length > 0 ? fact.piles : deal.piles,
      last: fact.last,
      ...(won && {
        taken: changed(deal.taken, won.winner, (t) => take(t, won.points, won.melds, -1)),
      }),
    };
  });
  return { ...after, phase: 'playing' };
}

/** A claim after the score was shown gives the same deal another result. */
function score(view: TableView, { result }: FactOf<'DealScored'>): TableView {
  const sheet = [...view.sheet.slice(0, result.number), result];
  const of = (seat: Seat) =>
    sheet.reduce((sum, { credit }) => {
      const mine = credit[seat];
      return mine ? sum + mine.points + mine.meld : sum;
    }, 0);
  return { ...view, phase: 'scored', ready: nobody(view), sheet, totals: perSeat(view, of) };
}

/** The view after a fact; a fact that is not for this viewer (none) changes nothing. */
export function fold(view: TableView, fact: AnyFact | null): TableView {
  if (fact === null) return view;
  switch (fact.t) {
    case 'Joined': {
      const { name, host, arriving } = fact;
      const chairs = changed(view.chairs, fact.seat, () => ({
        ...EMPTY_CHAIR,
        kind: 'person' as const,
        name,
        host,
        arriving,
      }));
      return { ...view, chairs };
    }
    case 'ChairsSwapped':
      return swapChairs(view, fact);
    case 'Left':
      return leave(view, fact);
    case 'StoodIn':
      return {
        ...standIn(view, fact.seat, fact.regular),
        ready: changed(view.ready, fact.seat, () => false),
      };
    case 'CameBack':
      return standIn(view, fact.seat, null);
    case 'MatchStarted':
      return startMatch(view, fact);
    case 'DealStarted':
      return startDeal(view, fact);
    case 'HandDealt':
      return fact.seat === view.me ? inDeal(view, () => ({ hand: fact.cards })) : view;
    case 'TableLaid': {
      const laid = fact.cards.map((card) => ({ open: card, closed: true }));
      return inDeal(view, (deal) => ({ piles: changed(deal.piles, fact.seat, () => laid) }));
    }
    case 'SuitTurned':
      return inDeal(view, () => ({ turned: fact.suit }));
    case 'Called':
      return inDeal(view, (deal) => ({
        calls: [...deal.calls, { seat: fact.seat, call: fact.call }],
      }));
    case 'TrumpMade': {
      const { declarer, suit, leader, sides } = fact;
      const trick = { leader, cards: [] };
      return { ...inDeal(view, () => ({ declarer, trump: suit, sides, trick })), phase: 'playing' };
    }
    case 'CardPlayed':
      return playCard(view, fact);
    case 'CardOpened':
      return inDeal(view, (deal) => ({
        piles: withPile(deal.piles, fact.seat, fact.pile, () => ({
          open: fact.card,
          closed: false,
        })),
      }));
    case 'TrickWon':
      return winTrick(view, fact);
    case 'TakenBack':
      return takeBack(view, fact);
    case 'DealScored':
      return score(view, fact);
    case 'Readied':
      return { ...view, ready: changed(view.ready, fact.seat, () => true) };
    case 'MatchEnded':
      return {
        ...view,
        phase: 'ended',
        winners: fact.winners,
        slate: fact.slate,
        ready: nobody(view),
      };
    default:
      // It tells only, or it is about how the cards come, which the witness keeps.
      return view;
  }
}
