import { describe, expect, test } from 'vitest';
import { dealtView, NOTHING_TODO, NO_DEALS } from '../../tests/build';
import { FakeWorld } from '../../tests/fake_line';
import type { AnyFact, DealResult, TableView, Todo } from '../wire.gen';
import { TableStore } from './table.svelte';

const TRUMP: AnyFact = {
  t: 'TrumpMade',
  declarer: 0,
  suit: 'H',
  leader: 1,
  sides: [
    [0, 2],
    [1, 3],
  ],
};
const played = (seat: number, card: string): AnyFact => ({
  t: 'CardPlayed',
  seat,
  card,
  pile: null,
});
const won = (number: number, winner: number, meld = false): AnyFact => ({
  t: 'TrickWon',
  number,
  winner,
  points: 10,
  melds: meld ? [{ kind: 'run3', points: 20 }] : [],
  closing: false,
});
const TRICK = [played(1, 'D7'), played(2, 'D8'), played(3, 'D9'), played(0, 'DA')];
const A_RESULT: DealResult = {
  number: 0,
  dealer: 3,
  declarer: 0,
  trump: 'H',
  sides: [
    [0, 2],
    [1, 3],
  ],
  points: [100, 62],
  meld: [0, 0],
  failed: false,
  march: false,
  revoke: null,
  credit: [],
};
const MY_TURN: Todo = { ...NOTHING_TODO, turn: 0, cards: ['SA'], must: 'follow' };

function sit(view: TableView = dealtView(['DA', 'SA', 'H7']), pace = 1) {
  const world = new FakeWorld();
  const looks = { hidden: false };
  const store = new TableStore(world, { pace: () => pace, hidden: () => looks.hidden });
  let version = 10;
  store.connect();
  world.socket.tell({
    t: 'snapshot',
    v: version,
    n: 0,
    view,
    todo: NOTHING_TODO,
    online: [true, false, false, false],
    waits: [],
    asks: [],
    fair: NO_DEALS,
    watch: '',
    watchers: 0,
    hands: null,
  });
  const tell = (facts: (AnyFact | null)[], todo: Todo = NOTHING_TODO, n = 0) => {
    version += facts.length;
    world.socket.tell({ t: 'told', v: version, n, facts, todo });
  };
  return { world, store, tell, looks };
}

const cards = (store: TableStore) => store.view?.deal?.trick?.cards.length;

describe('the pace', () => {
  test('cards that were told at once are shown one after the other', () => {
    const { world, store, tell } = sit();
    tell([TRUMP, played(1, 'D7'), played(2, 'D8')]);
    expect(cards(store)).toBe(0);
    world.pass(400);
    expect(cards(store)).toBe(1);
    world.pass(400);
    expect(cards(store)).toBe(2);
  });

  test('a full trick lies a second and a half, then goes to its winner', () => {
    const { world, store, tell } = sit(undefined, 1);
    tell([TRUMP]);
    for (const card of TRICK.slice(0, 3)) tell([card]);
    tell([TRICK[3] ?? null, won(0, 0)], MY_TURN);
    expect([cards(store), store.shown.hold, store.todo.turn]).toEqual([4, 'trick', null]);
    world.pass(1499);
    expect(cards(store)).toBe(4);
    world.pass(1);
    expect([cards(store), store.shown.hold, store.todo.turn]).toEqual([0, null, 0]);
    expect(store.view?.deal?.last?.winner).toBe(0);
  });

  test('what somebody reads about stays until he has, also when its time is over', () => {
    const { world, store, tell } = sit();
    tell([TRUMP]);
    for (const card of TRICK.slice(0, 3)) tell([card]);
    tell([TRICK[3] ?? null, won(0, 0)], MY_TURN);
    store.read(true);
    world.pass(60_000);
    expect([cards(store), store.shown.hold]).toEqual([4, 'trick']);
    store.read(false);
    expect([cards(store), store.shown.hold, store.todo.turn]).toEqual([0, null, 0]);
  });

  test('who has read it sooner sees it for as long as everybody', () => {
    const { world, store, tell } = sit();
    tell([TRUMP]);
    for (const card of TRICK.slice(0, 3)) tell([card]);
    tell([TRICK[3] ?? null, won(0, 0)], MY_TURN);
    store.read(true);
    world.pass(1000);
    store.read(false);
    expect(cards(store)).toBe(4);
    world.pass(500);
    expect(cards(store)).toBe(0);
  });

  test('roem is called while the trick lies', () => {
    const { store, tell } = sit();
    tell([TRUMP]);
    for (const card of TRICK.slice(0, 3)) tell([card]);
    tell([TRICK[3] ?? null, won(0, 0, true)]);
    expect(store.shown).toEqual({
      hold: 'meld',
      melds: [{ kind: 'run3', points: 20 }],
      winner: 0,
    });
  });

  test('the last trick of a deal lies two and a half seconds', () => {
    const { world, store, tell } = sit();
    tell([TRUMP]);
    for (const card of TRICK.slice(0, 3)) tell([card]);
    tell([TRICK[3] ?? null, won(7, 0)]);
    world.pass(2499);
    expect(store.shown.hold).toBe('trick');
    world.pass(1);
    expect(store.shown.hold).toBeNull();
  });

  test('nat and pit are called when the last trick has lain', () => {
    const { world, store, tell } = sit();
    const result = { ...A_RESULT, failed: true };
    tell([TRUMP]);
    for (const card of TRICK.slice(0, 3)) tell([card]);
    tell([TRICK[3] ?? null, won(7, 0), { t: 'DealScored', result }]);
    world.pass(2500);
    expect(store.shown).toMatchObject({ hold: 'score', result: { failed: true } });
    world.pass(1500);
    expect([store.shown.hold, store.view?.phase]).toEqual([null, 'scored']);
  });

  test('a deal that was simply made is written at once', () => {
    const { world, store, tell } = sit();
    tell([TRUMP]);
    for (const card of TRICK.slice(0, 3)) tell([card]);
    tell([TRICK[3] ?? null, won(7, 0), { t: 'DealScored', result: A_RESULT }]);
    world.pass(2500);
    expect([store.shown.hold, store.view?.phase]).toEqual([null, 'scored']);
  });

  test('a board that is a whole trick behind goes on at once to the next', () => {
    const { world, store, tell } = sit();
    tell([TRUMP]);
    for (const card of TRICK.slice(0, 3)) tell([card]);
    tell([TRICK[3] ?? null, won(0, 0)]);
    const next = [played(0, 'SA'), played(1, 'S7'), played(2, 'S8'), played(3, 'S9')];
    for (const card of next) tell([card]);
    expect(store.view?.deal?.last).toBeNull();
    tell([won(1, 0), played(0, 'H7')]);
    expect([store.view?.deal?.last?.number, cards(store)]).toEqual([0, 1]);
    world.pass(1200);
    expect([store.shown.hold, cards(store)]).toEqual(['trick', 4]);
  });

  test('follows the setting, and pace nothing holds nothing', () => {
    const { store, tell } = sit(undefined, 0);
    tell([TRUMP, ...TRICK, won(0, 0)], MY_TURN);
    expect([cards(store), store.todo.turn]).toEqual([0, 0]);
  });

  test('a tap goes on', () => {
    const { store, tell } = sit();
    tell([TRUMP]);
    for (const card of TRICK.slice(0, 3)) tell([card]);
    tell([TRICK[3] ?? null, won(0, 0)], MY_TURN);
    store.hurry();
    expect([cards(store), store.todo.turn]).toEqual([0, 0]);
  });

  test('what is told while something lies still waits its turn', () => {
    const { world, store, tell } = sit();
    tell([TRUMP]);
    for (const card of TRICK.slice(0, 3)) tell([card]);
    tell([TRICK[3] ?? null, won(0, 2)]);
    tell([played(2, 'C7')]);
    expect(cards(store)).toBe(4);
    world.pass(1500);
    expect(store.view?.deal?.trick).toEqual({ leader: 2, cards: ['C7'] });
  });

  test('a hidden page is at now', () => {
    const { store, tell, looks } = sit();
    looks.hidden = true;
    tell([TRUMP, ...TRICK, won(0, 0)], MY_TURN);
    expect([cards(store), store.todo.turn]).toEqual([0, 0]);
  });

  test('time that facts waited is taken off the clock of the table', () => {
    const { world, store, tell } = sit();
    tell([TRUMP]);
    for (const card of TRICK.slice(0, 3)) tell([card]);
    tell([TRICK[3] ?? null, won(0, 0)], { ...NOTHING_TODO, auto_ms: 20_000 });
    world.pass(1500);
    expect(store.todo.auto_ms).toBe(18_500);
  });
});

describe('a wish', () => {
  test('hurries what lies still and is sent', () => {
    const { world, store, tell } = sit();
    tell([TRUMP]);
    for (const card of TRICK.slice(0, 3)) tell([card]);
    tell([TRICK[3] ?? null, won(0, 0)], MY_TURN);
    store.play('SA');
    expect(cards(store)).toBe(0);
    expect(world.socket.commands).toEqual([{ t: 'play', card: 'SA', n: 1 }]);
    expect(store.busy).toBe(true);
    tell([played(0, 'SA')], NOTHING_TODO, 1);
    expect(store.busy).toBe(false);
  });

  test('for a card that may not be played is answered here, with the reason', () => {
    const { world, store, tell } = sit();
    tell([TRUMP, played(1, 'S7')], MY_TURN);
    store.play('H7');
    expect(store.refusal).toMatchObject({
      text: 'Je moet schoppen bekennen: je hebt ♠A.',
      section: 'follow',
    });
    expect(world.socket.commands).toEqual([]);
  });

  test('that the table refuses is answered in words', () => {
    const { world, store } = sit();
    store.goOn();
    world.socket.tell({ t: 'refused', n: 1, code: 'not_now', reason: null });
    expect(store.refusal?.text).toBe('Dat kan nu niet.');
    expect(store.busy).toBe(false);
  });
});

describe('what is told', () => {
  test('with a hole in it is asked for anew', () => {
    const { world, store } = sit();
    world.socket.tell({ t: 'told', v: 14, n: 0, facts: [TRUMP], todo: NOTHING_TODO });
    expect(world.sockets).toHaveLength(2);
    expect(store.view?.deal?.trump).toBeNull();
  });

  test('is written on the slip and spoken, with whose turn it is', () => {
    const { store, tell } = sit(undefined, 0);
    tell([TRUMP]);
    tell([played(1, 'DT')], { ...NOTHING_TODO, turn: 0 });
    expect(store.log.map((line) => line.text)).toEqual([
      'Jij gaat met harten.',
      'Bram speelt ruiten tien.',
    ]);
    expect(store.spoken).toBe('Bram speelt ruiten tien. Jij bent aan de beurt.');
  });

  test('stays on the slip, but no card longer than the last trick may be looked at', () => {
    const { store, tell } = sit(undefined, 0);
    const cardsOnSlip = () => store.log.filter((line) => / spe(el|elt) /.test(line.text)).length;
    tell([TRUMP, ...TRICK, won(0, 0)]);
    expect(cardsOnSlip()).toBe(4);
    tell([played(0, 'SA'), played(1, 'S7'), played(2, 'S8')]);
    expect(cardsOnSlip()).toBe(7);
    tell([played(3, 'S9'), won(1, 0)]);
    expect(cardsOnSlip()).toBe(4);
    expect(store.log.map((line) => line.text)).toContain('Jij gaat met harten.');
  });

  test('everything is said once: the turn only with something new, or when it is another’s', () => {
    const { store, tell } = sit(undefined, 0);
    const heard: string[] = [];
    const hear = () => heard.push(store.spoken);
    tell([TRUMP], MY_TURN);
    hear();
    tell([{ t: 'Readied', seat: 1 }], MY_TURN);
    hear();
    tell([{ t: 'Joined', seat: 1, name: 'Rie', host: false, arriving: false }], MY_TURN);
    hear();
    tell([{ t: 'Readied', seat: 1 }], { ...MY_TURN, turn: 1 });
    hear();
    expect(heard).toEqual([
      'Jij gaat met harten. Jij bent aan de beurt.',
      'Jij gaat met harten. Jij bent aan de beurt.',
      'Rie schuift aan. Jij bent aan de beurt.',
      'Rie is aan de beurt.',
    ]);
  });

  test('a lost line is not ready, and a new snapshot is the truth', () => {
    const { world, store } = sit();
    world.socket.break();
    expect(store.ready).toBe(false);
    store.wake();
    world.socket.tell({
      t: 'snapshot',
      v: 99,
      n: 0,
      view: dealtView(['C7']),
      todo: MY_TURN,
      online: [true, true, true, true],
      waits: [],
      asks: [],
      fair: NO_DEALS,
      watch: '',
      watchers: 0,
      hands: null,
    });
    expect([store.ready, store.view?.deal?.hand, store.todo.turn]).toEqual([true, ['C7'], 0]);
  });

  test('a server that restarts says so until it is back', () => {
    const { world, store } = sit();
    world.socket.tell({ t: 'bye', why: 'stopping' });
    expect([store.farewell, store.ready]).toEqual(['stopping', false]);
  });
});
