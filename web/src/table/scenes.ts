/** Moments of a game as the board gets them: for the specimen page and for tests. */
import type {
  Chair,
  DealResult,
  DealView,
  HouseRules,
  Pile,
  Seat,
  TableView,
  Todo,
} from '../wire.gen';
import type { BoardProps } from './api';

export type Scene = Omit<BoardProps, 'settings' | 'act'>;

export const PUB: HouseRules = {
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
};

export const person = (name: string, host = false): Chair => ({
  kind: 'person',
  name,
  host,
  arriving: false,
  stand_in: null,
});
export const regular = (name: string): Chair => ({
  kind: 'regular',
  name,
  host: false,
  arriving: false,
  stand_in: null,
});

export const IDLE: Todo = {
  turn: null,
  calls: [],
  cards: [],
  must: null,
  may_take_back: false,
  may_claim: false,
  auto_ms: null,
};

const none = { tricks: 0, points: 0, meld: 0 };

export function aDeal(over: Partial<DealView> = {}): DealView {
  return {
    number: 4,
    dealer: 1,
    turned: 'H',
    calls: [],
    declarer: null,
    trump: null,
    sides: [],
    hand: ['H9', 'HA', 'CQ', 'C9', 'DK', 'DT', 'ST', 'S8'],
    counts: [8, 8, 8, 8],
    piles: [],
    trick: null,
    last: null,
    taken: [none, none, none, none],
    ...over,
  };
}

export function aView(over: Partial<TableView> = {}): TableView {
  return {
    code: 'KR7TM',
    rules: PUB,
    phase: 'playing',
    me: 0,
    chairs: [person('Tineke', true), regular('Sjaan'), person('Henk'), regular('Bram')],
    match: 1,
    deal: aDeal(),
    sheet: [],
    totals: [0, 0, 0, 0],
    ready: [false, false, false, false],
    winners: [],
    slate: '',
    ...over,
  };
}

type Sums = [points: number, meld: number];

/** A deal on the slate with four players, seats 0 and 2 first. */
export function aResult(
  number: number,
  mine: Sums,
  theirs: Sums,
  over: Partial<DealResult> = {},
): DealResult {
  const [a, b] = [mine, theirs].map(([points, meld]) => ({ points, meld }));
  if (!a || !b) throw new Error('two sides');
  return {
    number,
    dealer: (number + 1) % 4,
    declarer: 2,
    trump: 'H',
    sides: [
      [0, 2],
      [1, 3],
    ],
    points: [mine[0], theirs[0]],
    meld: [mine[1], theirs[1]],
    credit: [a, b, a, b],
    failed: false,
    march: false,
    revoke: null,
    ...over,
  };
}

/** A deal on the slate with a score for everyone. */
export function aResultEach(
  number: number,
  declarer: Seat,
  points: number[],
  over: Partial<DealResult> = {},
): DealResult {
  const others = points.map((_, seat) => seat).filter((seat) => seat !== declarer);
  const sum = (seats: Seat[]) => seats.reduce((total, seat) => total + (points[seat] ?? 0), 0);
  return {
    ...aResult(number, [0, 0], [0, 0]),
    declarer,
    sides: [[declarer], others],
    points: [sum([declarer]), sum(others)],
    meld: [0, 0],
    credit: points.map((p) => ({ points: p, meld: 0 })),
    ...over,
  };
}

const NAT = { failed: true };

const SHEET = [
  aResult(0, [102, 20], [60, 0]),
  aResult(1, [162, 70], [0, 0], {
    ...NAT,
    declarer: 1,
    sides: [
      [1, 3],
      [0, 2],
    ],
  }),
  aResult(2, [58, 0], [104, 40]),
  aResult(3, [0, 0], [162, 20], NAT),
];

const LOG = [
  'Potje 5 van 16. Sjaan deelt.',
  'Henk gaat met harten.',
  'Sjaan speelt ♣A.',
  'Slag 1 is voor Henk, 18 punten.',
  'Roem: drie op een rij, 20.',
  'Sjaan speelt ♥7.',
  'Slag 2 is voor Sjaan, 10 punten.',
  'Sjaan speelt ♦A.',
  'Henk speelt ♦7.',
  'Bram speelt ♦V.',
].map((text, key) => ({ key, text }));

const QUIET = { hold: null, melds: [], winner: null };

export function aScene(over: Partial<Scene> = {}): Scene {
  const view = over.view ?? aView();
  return {
    view,
    todo: IDLE,
    online: view.chairs.map(() => true),
    shown: QUIET,
    log: LOG,
    ready: true,
    refusal: null,
    ...over,
  };
}

const SIDES4 = [
  [0, 2],
  [1, 3],
];

const PLAYING4 = aDeal({
  declarer: 2,
  trump: 'H',
  sides: SIDES4,
  hand: ['H9', 'HA', 'DK', 'DT', 'ST', 'S8'],
  counts: [6, 5, 5, 5],
  trick: { leader: 1, cards: ['DA', 'D7', 'DQ'] },
  last: {
    number: 1,
    leader: 2,
    cards: ['CT', 'C8', 'C9', 'H7'],
    winner: 1,
    points: 10,
    melds: [{ kind: 'run3', points: 20 }],
  },
  taken: [none, { tricks: 1, points: 10, meld: 20 }, { tricks: 1, points: 18, meld: 20 }, none],
});
const TOTALS4 = [412, 386, 412, 386];
const view4 = (over: Partial<TableView> = {}): TableView =>
  aView({ deal: PLAYING4, sheet: SHEET, totals: TOTALS4, ...over });
const MY_TURN: Todo = { ...IDLE, turn: 0, cards: ['DK', 'DT'], must: 'follow' };

const RULES3: HouseRules = { ...PUB, seats: 3, deals: 12 };
const RULES2: HouseRules = { ...PUB, seats: 2, deals: 8 };
const CHAIRS3 = [person('Tineke', true), person('Sjaan'), regular('Bram')];
const CHAIRS2 = [person('Tineke', true), person('Sjaan')];

const SHEET3 = [
  aResultEach(0, 0, [94, 40, 28]),
  aResultEach(1, 2, [33, 28, 101], { meld: [20, 0] }),
  aResultEach(2, 1, [81, 0, 81], NAT),
  aResultEach(3, 0, [108, 10, 44]),
];

const view3 = (over: Partial<TableView> = {}): TableView =>
  aView({
    rules: RULES3,
    chairs: CHAIRS3,
    sheet: SHEET3,
    totals: [316, 98, 274],
    ready: [false, false, false],
    deal: aDeal({
      dealer: 0,
      turned: 'S',
      trump: 'S',
      declarer: 2,
      sides: [[2], [0, 1]],
      hand: ['SQ', 'ST', 'HQ', 'CA', 'C9', 'DK', 'DQ'],
      counts: [7, 6, 7],
      trick: { leader: 1, cards: ['DA'] },
      last: { number: 0, leader: 1, cards: ['HA', 'H9', 'HT'], winner: 1, points: 21, melds: [] },
      taken: [none, { tricks: 1, points: 13, meld: 0 }, none],
    }),
    ...over,
  });

const pile = (open: string | null, closed: boolean): Pile => ({ open, closed });

const view2 = (over: Partial<TableView> = {}): TableView =>
  aView({
    rules: RULES2,
    chairs: CHAIRS2,
    sheet: [
      aResultEach(0, 0, [97, 65]),
      aResultEach(1, 0, [0, 162], {
        ...NAT,
        credit: [
          { points: 0, meld: 0 },
          { points: 162, meld: 20 },
        ],
      }),
      aResultEach(2, 1, [124, 38], {
        credit: [
          { points: 124, meld: 20 },
          { points: 38, meld: 0 },
        ],
      }),
    ],
    totals: [241, 303],
    ready: [false, false],
    deal: aDeal({
      number: 3,
      dealer: 0,
      turned: 'C',
      trump: 'C',
      declarer: 0,
      sides: [[0], [1]],
      hand: ['CJ', 'CT', 'HK', 'S9', 'DT'],
      counts: [5, 5],
      piles: [
        [pile('HA', true), pile('DQ', false), pile('ST', true), pile('CK', false)],
        [pile('SK', false), pile('DA', true), pile(null, false), pile('HQ', true)],
      ],
      trick: { leader: 1, cards: ['S8'] },
      last: { number: 4, leader: 0, cards: ['H7', 'C8'], winner: 1, points: 0, melds: [] },
      taken: [
        { tricks: 2, points: 16, meld: 0 },
        { tricks: 3, points: 0, meld: 0 },
      ],
    }),
    ...over,
  });

const DEALT2 = aDeal({
  number: 3,
  dealer: 0,
  turned: 'C',
  counts: [8, 8],
  hand: ['CJ', 'CT', 'HK', 'S9', 'DT', 'H8', 'SJ', 'D7'],
  piles: [
    [pile('HA', true), pile('DQ', true), pile('ST', true), pile('CK', true)],
    [pile('SK', true), pile('DA', true), pile('H9', true), pile('HQ', true)],
  ],
  taken: [none, none],
});
const MINE2 = { leader: 0, cards: ['S9'] };
const HELD2 = { leader: 0, cards: ['CK', 'CQ'] };
const DEALT3 = aDeal({
  dealer: 2,
  turned: 'S',
  hand: ['SQ', 'ST', 'HQ', 'CA', 'C9', 'DK', 'DQ', 'SA'],
  counts: [8, 8, 8],
  taken: [none, none, none],
});
const FRESH = aDeal({ number: 5, dealer: 2 });
const scored = (result: DealResult, over: Partial<TableView> = {}): TableView =>
  view4({
    phase: 'scored',
    sheet: [...SHEET, result],
    totals: [550, 470, 550, 470],
    ready: [false, true, true, true],
    ...over,
  });
const WAITING: Todo = { ...IDLE, auto_ms: 14_000 };
const MADE = aResult(4, [98, 40], [64, 20]);

/** Every scene by name. */
export const scenes: Record<string, Scene> = {
  four: aScene({ view: view4(), todo: MY_TURN }),
  four_wait: aScene({
    view: view4({ deal: { ...PLAYING4, trick: { leader: 1, cards: ['DA'] } } }),
    todo: { ...IDLE, turn: 2 },
    online: [true, true, false, true],
  }),
  four_refused: aScene({
    view: view4(),
    todo: MY_TURN,
    refusal: {
      text: '♥9 mag nu niet. Je moet ruiten bekennen: je hebt ♦H en ♦10.',
      section: 'follow',
      key: 1,
    },
  }),
  four_hold: aScene({
    view: view4({
      deal: {
        ...PLAYING4,
        hand: ['H9', 'HA', 'DK', 'ST', 'S8'],
        trick: { leader: 1, cards: ['DA', 'D7', 'DQ', 'DT'] },
      },
    }),
    shown: { ...QUIET, hold: 'meld', melds: [{ kind: 'run3', points: 20 }], winner: 1 },
  }),
  call: aScene({
    view: view4({
      phase: 'calling',
      deal: { ...FRESH, calls: [{ seat: 3, call: 'pass' }] },
      totals: [550, 470, 550, 470],
    }),
    todo: { ...IDLE, turn: 0, calls: ['play', 'pass'] },
  }),
  call_wait: aScene({
    view: view4({
      phase: 'calling',
      deal: {
        ...FRESH,
        calls: [
          { seat: 3, call: 'pass' },
          { seat: 0, call: 'pass' },
        ],
      },
    }),
    todo: { ...IDLE, turn: 1 },
  }),
  call_choice: aScene({
    view: view4({
      phase: 'calling',
      deal: {
        ...FRESH,
        dealer: 3,
        calls: [0, 1, 2, 3].map((seat) => ({ seat, call: 'pass' as const })),
      },
    }),
    todo: { ...IDLE, turn: 0, calls: ['C', 'D', 'S'] },
  }),
  call_forced: aScene({
    view: view4({
      phase: 'calling',
      rules: { ...PUB, trump_making: 'forced' },
      deal: { ...FRESH, dealer: 3, turned: null },
    }),
    todo: { ...IDLE, turn: 0, calls: ['C', 'D', 'H', 'S'] },
  }),
  club: aScene({
    view: view4({
      rules: { ...PUB, preset: 'club', revoke: 'claimable', trump_making: 'forced' },
      deal: {
        ...PLAYING4,
        hand: ['H9', 'HA', 'DK', 'ST', 'S8'],
        trick: { leader: 3, cards: ['DA', 'DT'] },
      },
    }),
    todo: { ...IDLE, turn: 1, may_claim: true, may_take_back: true },
  }),
  closing: aScene({
    view: view4({
      phase: 'closing',
      rules: { ...PUB, preset: 'club', revoke: 'claimable' },
      deal: { ...PLAYING4, hand: [], trick: null },
    }),
    todo: { ...IDLE, may_claim: true, may_take_back: true, auto_ms: 9_000 },
  }),
  offline: aScene({ view: view4(), todo: MY_TURN, ready: false }),
  made: aScene({ view: scored(MADE), todo: WAITING }),
  failed: aScene({
    view: scored(aResult(4, [0, 0], [162, 60], { ...NAT, points: [78, 84], meld: [40, 20] })),
    todo: WAITING,
  }),
  march: aScene({ view: scored(aResult(4, [162, 120], [0, 0], { march: true })), todo: WAITING }),
  revoked: aScene({
    view: scored(
      aResult(4, [262, 40], [0, 0], {
        revoke: {
          by: 0,
          accused: 1,
          trick: 3,
          upheld: true,
          culprit: 1,
          card: 'ST',
          held: ['H7', 'D8', 'DJ', 'ST'],
        },
      }),
    ),
    todo: WAITING,
  }),
  ended: aScene({ view: scored(MADE, { phase: 'ended', winners: [0, 2], ready: [] }) }),
  ended_long: aScene({
    view: scored(MADE, {
      phase: 'ended',
      winners: [0, 2],
      ready: [],
      sheet: Array.from({ length: 16 }, (_, n) => ({ ...(SHEET[n % 4] ?? MADE), number: n })),
      totals: [1412, 1386, 1412, 1386],
    }),
  }),
  draw: aScene({
    view: scored(MADE, {
      phase: 'ended',
      winners: [0, 1, 2, 3],
      ready: [],
      totals: [800, 800, 800, 800],
    }),
  }),
  four_long: aScene({
    view: view4({
      sheet: Array.from({ length: 15 }, (_, n) => ({ ...(SHEET[n % 4] ?? MADE), number: n })),
      deal: { ...PLAYING4, number: 15 },
      totals: [1412, 1386, 1412, 1386],
    }),
    todo: MY_TURN,
  }),
  names: aScene({
    view: view4({
      chairs: [
        person('Wilhelmina Petronella', true),
        regular('Bartholomeus-Johannes'),
        person('Jan-Willem'),
        person('Oma'),
      ],
      deal: { ...PLAYING4, trick: { leader: 2, cards: ['DA', 'D7', 'DQ'] } },
    }),
    todo: { ...IDLE, turn: 1 },
    online: [true, true, false, true],
  }),
  three: aScene({ view: view3(), todo: { ...IDLE, turn: 2 } }),
  three_made: aScene({
    view: view3({
      phase: 'scored',
      sheet: [...SHEET3, aResultEach(4, 2, [40, 32, 90])],
      totals: [356, 130, 364],
    }),
    todo: WAITING,
  }),
  three_ended: aScene({
    view: view3({
      phase: 'ended',
      sheet: [...SHEET3, aResultEach(4, 2, [40, 32, 90])],
      totals: [356, 130, 364],
      winners: [2],
      ready: [],
    }),
  }),
  three_mine: aScene({
    view: view3({
      deal: aDeal({
        ...DEALT3,
        trump: 'S',
        declarer: 0,
        sides: [[0], [1, 2]],
        counts: [8, 7, 7],
        trick: { leader: 1, cards: ['DA', 'D7'] },
      }),
    }),
    todo: { ...IDLE, turn: 0, cards: ['DK', 'DQ'], must: 'follow' },
  }),
  two: aScene({ view: view2(), todo: { ...IDLE, turn: 0, cards: ['S9', 'ST'], must: 'follow' } }),
  two_made: aScene({
    view: view2({
      phase: 'scored',
      sheet: [...view2().sheet, aResultEach(3, 0, [92, 70])],
      totals: [333, 373],
    }),
    todo: WAITING,
  }),
  two_ended: aScene({
    view: view2({
      phase: 'ended',
      sheet: [...view2().sheet, aResultEach(3, 0, [92, 70])],
      totals: [333, 373],
      winners: [1],
      ready: [],
    }),
  }),
  two_call: aScene({
    view: view2({ phase: 'calling', deal: { ...DEALT2, calls: [{ seat: 1, call: 'pass' }] } }),
    todo: { ...IDLE, turn: 0, calls: ['play', 'pass'] },
  }),
  two_choice: aScene({
    view: view2({
      phase: 'calling',
      deal: {
        ...DEALT2,
        dealer: 1,
        calls: [
          { seat: 0, call: 'pass' },
          { seat: 1, call: 'pass' },
        ],
      },
    }),
    todo: { ...IDLE, turn: 0, calls: ['D', 'H', 'S'] },
  }),
  two_forced: aScene({
    view: view2({ phase: 'calling', deal: { ...DEALT2, dealer: 1, turned: null } }),
    todo: { ...IDLE, turn: 0, calls: ['C', 'D', 'H', 'S'] },
  }),
  two_against: aScene({
    view: view2({
      chairs: [person('Tineke', true), regular('Henk')],
      deal: {
        ...DEALT2,
        trump: 'D',
        declarer: 1,
        sides: [[1], [0]],
        trick: { leader: 1, cards: ['D9'] },
      },
    }),
    todo: { ...IDLE, turn: 0, cards: ['DT', 'DQ'], must: 'follow_trump' },
  }),
  two_wait: aScene({
    view: view2({
      deal: { ...DEALT2, trump: 'D', declarer: 0, sides: [[0], [1]], trick: MINE2 },
    }),
    todo: { ...IDLE, turn: 1 },
  }),
  two_call_wait: aScene({
    view: view2({ phase: 'calling', deal: { ...DEALT2, calls: [{ seat: 0, call: 'pass' }] } }),
    todo: { ...IDLE, turn: 1 },
  }),
  two_hold: aScene({
    view: view2({
      deal: { ...DEALT2, trump: 'C', declarer: 0, sides: [[0], [1]], trick: HELD2 },
    }),
    shown: { hold: 'meld', melds: [{ kind: 'marriage', points: 20 }], winner: 0 },
  }),
  two_closing: aScene({
    view: view2({
      phase: 'closing',
      deal: {
        ...DEALT2,
        trump: 'C',
        declarer: 1,
        sides: [[1], [0]],
        hand: [],
        counts: [0, 0],
        piles: [Array(4).fill(pile(null, false)), Array(4).fill(pile(null, false))],
        last: { number: 15, leader: 1, cards: ['S8', 'ST'], winner: 0, points: 20, melds: [] },
      },
    }),
    todo: { ...IDLE, may_claim: true, auto_ms: 9_000 },
  }),
  three_call: aScene({
    view: view3({ phase: 'calling', deal: DEALT3 }),
    todo: { ...IDLE, turn: 0, calls: ['play', 'pass'] },
  }),
  three_call_wait: aScene({
    view: view3({
      phase: 'calling',
      deal: { ...DEALT3, calls: [{ seat: 0, call: 'pass' }] },
    }),
    todo: { ...IDLE, turn: 1 },
  }),
  three_forced: aScene({
    view: view3({ phase: 'calling', deal: { ...DEALT3, turned: null } }),
    todo: { ...IDLE, turn: 0, calls: ['C', 'D', 'H', 'S'] },
  }),
  three_closing: aScene({
    view: view3({
      phase: 'closing',
      deal: {
        ...DEALT3,
        trump: 'S',
        declarer: 0,
        sides: [[0], [1, 2]],
        hand: [],
        counts: [0, 0, 0],
        last: { number: 7, leader: 1, cards: ['HA', 'H9', 'HT'], winner: 1, points: 31, melds: [] },
      },
    }),
    todo: { ...IDLE, may_claim: true, auto_ms: 9_000 },
  }),
};
