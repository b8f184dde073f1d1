import { describe, expect, test } from 'vitest';
import { emptyView, NOTHING_TODO, NO_DEALS } from '../../tests/build';
import { FakeWorld, type FakeSocket } from '../../tests/fake_line';
import type { Snapshot, ToBrowser } from '../wire.gen';
import { Line, type Gone, type LineState } from './line';

const snapshot = (n = 0): Snapshot => ({
  t: 'snapshot',
  v: 3,
  n,
  view: emptyView(),
  todo: NOTHING_TODO,
  online: [true, false, false, false],
  waits: [],
  asks: [],
  fair: NO_DEALS,
  watch: '',
  watchers: 0,
  hands: null,
});

function set() {
  const world = new FakeWorld();
  const states: (LineState | Gone)[] = [];
  const messages: ToBrowser[] = [];
  const line = new Line(world, {
    onMessage: (message) => messages.push(message),
    onState: (state, gone) => states.push(gone ?? state),
  });
  line.connect();
  return { world, line, states, messages };
}

function openLine(n = 0) {
  const all = set();
  all.world.socket.tell(snapshot(n));
  return all;
}

describe('opening', () => {
  test('the first message opens the line and is handed on', () => {
    const { states, messages } = openLine();
    expect(states).toEqual(['connecting', 'open']);
    expect(messages).toEqual([snapshot()]);
  });

  test('a server that never answers is given up after six seconds', () => {
    const { world, line } = set();
    world.pass(5999);
    expect(line.state).toBe('connecting');
    world.pass(1);
    expect(line.state).toBe('closed');
    expect(world.socket.closed).toBe(true);
  });

  test('each try waits longer than the one before, up to ten seconds, and never exactly as long as others', () => {
    const { world } = set();
    const waits: number[] = [];
    for (let i = 0; i < 8; i += 1) {
      world.chance = i % 2 ? 0 : 0.999;
      world.socket.break();
      const tries = world.sockets.length;
      const since = world.time;
      while (world.sockets.length === tries) world.pass(10);
      waits.push(world.time - since);
    }
    expect(waits[0]).toBe(400);
    expect(waits[1]).toBe(200);
    expect(waits[6]).toBe(10_000);
    expect(waits[7]).toBe(200);
  });
});

describe('ten thousand browsers', () => {
  /** How many of them knock in the busiest tenth of a second, and when the last one does. */
  function crowd(
    happens: (line: Line, socket: FakeSocket) => void,
  ): [busiest: number, last: number] {
    const times = Array.from({ length: 10_000 }, (_, i) => {
      const world = new FakeWorld();
      const line = new Line(world, { onMessage: () => {}, onState: () => {} });
      line.connect();
      world.socket.tell(snapshot());
      // Spread evenly, as chance is among so many, in another order each time.
      world.chance = ((i * 7919) % 10_000) / 10_000;
      happens(line, world.socket);
      while (world.sockets.length === 1) world.pass(10);
      return world.time;
    });
    const perTenth = new Map<number, number>();
    for (const time of times)
      perTenth.set(Math.floor(time / 100), (perTenth.get(Math.floor(time / 100)) ?? 0) + 1);
    return [Math.max(...perTenth.values()), Math.max(...times)];
  }

  test('do not come back at once when the server restarts', () => {
    const [busiest, last] = crowd((_, socket) => socket.tell({ t: 'bye', why: 'stopping' }));
    expect(busiest).toBeLessThan(400);
    expect(last).toBeLessThanOrEqual(3200);
  });

  test('come later still when they were too many', () => {
    const [busiest] = crowd((_, socket) => socket.tell({ t: 'bye', why: 'crowded' }));
    expect(busiest).toBeLessThan(150);
  });

  test('are back within half a second when only their own line broke', () => {
    const [, last] = crowd((_, socket) => socket.break());
    expect(last).toBeLessThanOrEqual(400);
  });
});

describe('silence', () => {
  test('of two seconds is asked about every two seconds', () => {
    const { world, line } = openLine();
    world.pass(1999);
    expect(world.socket.pings).toBe(0);
    world.pass(1);
    expect([world.socket.pings, line.state]).toEqual([1, 'silent']);
    world.pass(2000);
    expect(world.socket.pings).toBe(2);
  });

  test('is over at any answer', () => {
    const { world, line } = openLine();
    world.pass(2500);
    world.socket.tell({ t: 'pong' });
    expect(line.state).toBe('open');
    world.pass(5999);
    expect(line.state).toBe('silent');
  });

  test('of six seconds is a dead line, and a new one is opened', () => {
    const { world, line } = openLine();
    const first = world.socket;
    world.pass(6000);
    expect([line.state, first.closed]).toEqual(['closed', true]);
    world.pass(400);
    expect(world.sockets).toHaveLength(2);
    first.tell({ t: 'pong' });
    expect(line.state).toBe('connecting');
  });
});

describe('waking up', () => {
  test('tries at once when the line was lost', () => {
    const { world, line } = openLine();
    world.socket.break();
    line.wake();
    expect([line.state, world.sockets.length]).toEqual(['connecting', 2]);
  });

  test('asks at once whether an open line still lives, with a second of patience', () => {
    const { world, line } = openLine();
    line.wake();
    expect(world.socket.pings).toBe(1);
    world.pass(999);
    expect(line.state).toBe('silent');
    world.pass(1);
    expect(line.state).toBe('closed');
  });

  test('opens a new line at once when the device slept and no timer ran', () => {
    const { world, line } = openLine();
    world.time += 3_600_000;
    line.wake();
    expect([line.state, world.sockets.length]).toEqual(['connecting', 2]);
  });

  test('tries anew when a connection hangs, but not one that has just begun', () => {
    const { world, line } = openLine();
    world.socket.break();
    line.wake();
    world.pass(900);
    line.wake();
    expect(world.sockets).toHaveLength(2);
    world.pass(100);
    line.wake();
    expect(world.sockets).toHaveLength(3);
  });

  test('leaves alone what another screen took over', () => {
    const { world, line } = openLine();
    world.socket.tell({ t: 'bye', why: 'elsewhere' });
    world.time += 3_600_000;
    line.wake();
    expect([line.state, world.sockets.length]).toEqual(['elsewhere', 1]);
  });

  test('says at once that the network is gone', () => {
    const { line } = openLine();
    line.offline();
    expect(line.state).toBe('closed');
  });
});

describe('a command', () => {
  test('gets the number after the last that the table has', () => {
    const { world, line } = openLine(4);
    expect(line.send({ t: 'play', card: 'H9' })).toBe(true);
    expect(world.socket.commands).toEqual([{ t: 'play', card: 'H9', n: 5 }]);
  });

  test('is alone on its way: a second one waits for its answer', () => {
    const { world, line } = openLine();
    line.send({ t: 'play', card: 'H9' });
    expect(line.send({ t: 'play', card: 'H9' })).toBe(false);
    world.socket.tell({ t: 'told', v: 4, n: 1, facts: [null], todo: NOTHING_TODO });
    expect(line.send({ t: 'go_on', deal: 0 })).toBe(true);
    expect(world.socket.commands.map((each) => each.n)).toEqual([1, 2]);
  });

  test('that was refused leaves its number free', () => {
    const { world, line } = openLine();
    line.send({ t: 'play', card: 'H9' });
    world.socket.tell({ t: 'refused', n: 1, code: 'illegal_card', reason: 'follow' });
    line.send({ t: 'play', card: 'D9' });
    expect(world.socket.commands.at(-1)).toEqual({ t: 'play', card: 'D9', n: 1 });
  });

  test('on its way when the line broke is sent once again', () => {
    const { world, line } = openLine();
    line.send({ t: 'play', card: 'H9' });
    world.socket.break();
    line.wake();
    world.socket.tell(snapshot(0));
    expect(world.socket.commands).toEqual([{ t: 'play', card: 'H9', n: 1 }]);
    world.pass(5000);
    expect(world.socket.commands).toHaveLength(1);
  });

  test('that the table had already is not sent again', () => {
    const { world, line } = openLine();
    line.send({ t: 'play', card: 'H9' });
    world.socket.break();
    line.wake();
    world.socket.tell(snapshot(1));
    expect(world.socket.commands).toEqual([]);
    expect(line.pending).toBeNull();
  });

  test('given while the line is down waits for the new line', () => {
    const { world, line } = openLine();
    world.socket.break();
    line.send({ t: 'play', card: 'H9' });
    line.wake();
    expect(world.socket.commands).toEqual([]);
    world.socket.tell(snapshot());
    expect(world.socket.commands).toHaveLength(1);
  });
});

describe('the end', () => {
  test('another screen took over: the line stays down until it is asked for', () => {
    const { world, line, states } = openLine();
    world.socket.tell({ t: 'bye', why: 'elsewhere' });
    world.pass(60_000);
    expect([line.state, world.sockets.length]).toEqual(['elsewhere', 1]);
    line.connect();
    world.socket.tell(snapshot());
    expect(states.at(-1)).toBe('open');
  });

  test.each([
    [4404, 'no_such_table'],
    [4403, 'no_chair'],
  ])('close code %i is for good: %s', (code, gone) => {
    const { world, states } = set();
    world.socket.break(code);
    world.pass(60_000);
    expect([states.at(-1), world.sockets.length]).toEqual([gone, 1]);
  });

  test.each(['stopping', 'slow', 'too_fast', 'crowded'] as const)(
    'after %s it tries again',
    (why) => {
      const { world } = openLine();
      world.socket.tell({ t: 'bye', why });
      world.pass(200);
      expect(world.sockets).toHaveLength(2);
    },
  );
});
