import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import axe from 'axe-core';
import { tick } from 'svelte';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { dealtView, NO_DEALS, NOTHING_TODO } from '../../tests/build';
import { FakeWorld } from '../../tests/fake_line';
import { TableStore } from '../store/table.svelte';
import { setLanguage } from '../texts/texts.svelte';
import type { Ask, Chair, TableCard, TableView, Wait } from '../wire.gen';
import Asked from './Asked.svelte';
import Attention from './Attention.svelte';
import MoveDialog from './MoveDialog.svelte';
import MoveIn from './MoveIn.svelte';
import Over from './Over.svelte';
import Regain from './Regain.svelte';

const person = (name: string, change: Partial<Chair> = {}): Chair => ({
  kind: 'person',
  name,
  host: false,
  arriving: false,
  stand_in: null,
  ...change,
});
const CHAIRS = [person('Tineke', { host: true }), person('Joop'), person('Wil'), person('Kees')];

/** A table of four people as Tineke sees it, who is in the first chair. */
function table(
  waits: Wait[],
  change: Partial<TableView> = {},
  { online = [true, true, true, true], asks = [] as Ask[], hidden = false } = {},
) {
  const world = new FakeWorld();
  const store = new TableStore(world, { pace: () => 0, hidden: () => hidden });
  const view: TableView = { ...dealtView(['HA']), chairs: CHAIRS, ...change };
  store.connect();
  const snapshot = {
    t: 'snapshot',
    v: 1,
    n: 0,
    view,
    todo: NOTHING_TODO,
    fair: NO_DEALS,
    watch: '',
    watchers: 0,
    hands: null,
  } as const;
  world.socket.tell({ ...snapshot, online, waits, asks });
  const tell = async (after: Wait[], asked: Ask[] = asks) => {
    world.socket.tell({ t: 'presence', online, waits: after, asks: asked, watchers: 0 });
    await tick();
  };
  const show = () => render(Attention, { view: store.view ?? view, store });
  return { world, store, tell, show };
}

const said = (world: FakeWorld) => world.socket.commands;
const press = (name: RegExp | string) => fireEvent.click(screen.getByRole('button', { name }));
const buttons = () => screen.queryAllByRole('button').map((button) => button.textContent);

function door(status: number, body: unknown): { path: string; body: unknown }[] {
  const asked: { path: string; body: unknown }[] = [];
  vi.stubGlobal('fetch', (path: string, init?: RequestInit) => {
    asked.push({ path, body: init?.body ? JSON.parse(String(init.body)) : null });
    return Promise.resolve(new Response(JSON.stringify(body), { status }));
  });
  return asked;
}

const card = (change: Partial<TableCard> = {}): TableCard => ({
  code: 'KR7TM',
  rules: dealtView([]).rules,
  phase: 'playing',
  chairs: CHAIRS,
  free: 0,
  closed: false,
  mine: null,
  gone: [],
  asked: null,
  archived: false,
  sheet: [],
  totals: [],
  winners: [],
  ...change,
});

const rows = () =>
  screen.getAllByRole('row').map((row) => [...row.children].map((cell) => cell.textContent));

async function barriers(): Promise<string[]> {
  const { violations } = await axe.run(document.body, {
    rules: { region: { enabled: false }, 'color-contrast': { enabled: false } },
  });
  return violations.map((violation) => violation.id);
}

beforeEach(() => window.localStorage.clear());
afterEach(async () => {
  cleanup();
  vi.unstubAllGlobals();
  vi.useRealTimers();
  await setLanguage('nl');
});

describe('who is waited for', () => {
  test('is nobody at first, and then needs a decision', async () => {
    const { store, tell } = table(['no', 'no', 'no', 'no']);
    expect(store.deciding).toBe(false);
    await tell(['no', 'long', 'no', 'no']);
    expect(store.deciding).toBe(false);
    await tell(['no', 'too_long', 'no', 'no']);
    expect(store.deciding).toBe(true);
  });

  test('is not I: the others decide about me', () => {
    expect(table(['too_long', 'no', 'no', 'no']).store.deciding).toBe(false);
  });

  test('can be played for by a regular', async () => {
    const { world, show } = table(['no', 'too_long', 'no', 'no']);
    show();
    expect(screen.getByText('Joop laat op zich wachten.')).toBeTruthy();
    expect(await barriers()).toEqual([]);
    await press('Laat een vaste gast spelen');
    expect(said(world)).toEqual([{ t: 'stand_in', n: 1, seat: 1 }]);
  });

  test('is left in peace when I wait, until a new wait', async () => {
    const { tell, show } = table(
      ['no', 'lost', 'no', 'no'],
      {},
      { online: [true, false, true, true] },
    );
    show();
    expect(screen.getByText('Joop is al even weg.')).toBeTruthy();
    await press('Wachten');
    expect(buttons()).toEqual([]);
    await tell(['no', 'no', 'no', 'no']);
    await tell(['no', 'too_long', 'no', 'no']);
    expect(screen.getByText('Joop is al even weg.')).toBeTruthy();
  });

  test('and is lost may lose his chair, which the one who asks must mean', async () => {
    const chairs = CHAIRS.map((chair, seat) =>
      seat === 1 ? { ...chair, stand_in: 'Ria' } : chair,
    );
    const { world, show } = table(['no', 'lost', 'no', 'no'], { chairs });
    show();
    await press('Geef de stoel vrij');
    expect(said(world)).toEqual([{ t: 'free_chair', n: 1, seat: 1 }]);
  });

  test('in two chairs asks one thing after the other', async () => {
    const { show } = table(['no', 'too_long', 'too_long', 'no']);
    show();
    expect(screen.queryByText('Wil laat op zich wachten.')).toBe(null);
    await press('Wachten');
    expect(screen.getByText('Wil laat op zich wachten.')).toBeTruthy();
  });
});

describe('who was away', () => {
  const mine = CHAIRS.map((chair, seat) => (seat === 0 ? { ...chair, stand_in: 'Ria' } : chair));
  const waits: Wait[] = ['no', 'no', 'no', 'no'];

  test('is back when he looks at his table again', () => {
    expect(said(table(waits, { chairs: mine }).world)).toEqual([{ t: 'back', n: 1 }]);
  });

  test('is not back because a page that nobody looks at has a line', () => {
    expect(said(table(waits, { chairs: mine }, { hidden: true }).world)).toEqual([]);
  });

  test('but sat before his page all the time says so himself', async () => {
    const { world, tell, store, show } = table(waits);
    world.socket.tell({
      t: 'told',
      v: 2,
      n: 0,
      facts: [{ t: 'StoodIn', seat: 0, regular: 'Ria', by: 1 }],
      todo: NOTHING_TODO,
    });
    await tell(waits);
    expect([store.deciding, said(world).length]).toEqual([true, 0]);
    show();
    expect(screen.getByText('Ria speelt zolang voor jou.')).toBeTruthy();
    await press('Ik ben er weer');
    expect(said(world)).toEqual([{ t: 'back', n: 1 }]);
  });
});

describe('a chair that is asked for', () => {
  test('is answered by the others, with the number that was shown', async () => {
    const { world, show } = table(
      ['no', 'lost', 'no', 'no'],
      {},
      { asks: [{ seat: 1, number: 47 }] },
    );
    show();
    expect(screen.getByText('47')).toBeTruthy();
    expect(screen.queryByText('Laat een vaste gast spelen')).toBe(null);
    await press('Ja, dat is Joop');
    expect(said(world)).toEqual([{ t: 'admit', n: 1, seat: 1, number: 47, yes: true }]);
  });

  test('and is mine can only be refused', async () => {
    const { world, show } = table(
      ['no', 'no', 'no', 'no'],
      {},
      { asks: [{ seat: 0, number: 47 }] },
    );
    show();
    expect(buttons()).toEqual(['Stuur weg']);
    await press('Stuur weg');
    expect(said(world)).toEqual([{ t: 'admit', n: 1, seat: 0, number: 47, yes: false }]);
  });

  test('is asked for by name, with a key of its own', async () => {
    const calls = door(201, { code: 'KR7TM' });
    const asked = vi.fn();
    render(Regain, { card: card({ gone: [1] }), asked });
    expect(await barriers()).toEqual([]);
    await press('Ben jij Joop? Neem je stoel weer in');
    await vi.waitFor(() => expect(asked).toHaveBeenCalled());
    expect(calls[0]).toEqual({
      path: '/api/tables/KR7TM/asks',
      body: { seat: 1, key: expect.stringMatching(/^[\w-]{32}$/) as string },
    });
  });

  test('that somebody is back in meanwhile is said', async () => {
    door(409, { code: 'not_gone' });
    render(Regain, { card: card({ gone: [1] }), asked: () => undefined });
    await press(/Ben jij Joop/);
    await vi.waitFor(() =>
      expect(screen.getByRole('alert').textContent).toContain('kun je nu niet vragen'),
    );
  });

  test('keeps looking how it stands', () => {
    vi.useFakeTimers();
    const look = vi.fn();
    const ask = { seat: 1, number: 47 };
    render(Asked, { card: card({ gone: [1], asked: ask }), ask, look });
    expect(screen.getByText('47')).toBeTruthy();
    vi.advanceTimersByTime(4000);
    expect(look).toHaveBeenCalledTimes(2);
  });

  test('says when nobody is there to ask', () => {
    const ask = { seat: 1, number: 47 };
    const look = () => undefined;
    render(Asked, { card: card({ gone: [0, 1, 2, 3], asked: ask }), ask, look });
    expect(screen.getByRole('status').textContent).toContain('niemand aan tafel');
  });
});

describe('my chair on another device', () => {
  test('is a link whose ticket no server sees, and a code to scan', async () => {
    const calls = door(201, { ticket: 'x'.repeat(32), seconds: 600 });
    render(MoveDialog, { code: 'KR7TM', open: true, onclose: () => undefined });
    const written = vi.spyOn(window.navigator.clipboard, 'writeText');
    await screen.findByText('Kopieer de link');
    await press('Kopieer de link');
    expect(written.mock.calls[0]?.[0]).toMatch(/\/t\/KR7TM#stoel=x{32}$/);
    expect(await screen.findByText('De link is gekopieerd.')).toBeTruthy();
    expect(await screen.findByRole('img', { name: 'QR-code van je stoel' })).toBeTruthy();
    expect(calls).toEqual([{ path: '/api/tables/KR7TM/moves', body: {} }]);
    expect(await barriers()).toEqual([]);
    await press('Maak een nieuwe link');
    await vi.waitFor(() => expect(calls).toHaveLength(2));
  });

  test('says why there is none', async () => {
    door(503, { code: 'unavailable' });
    render(MoveDialog, { code: 'KR7TM', open: true, onclose: () => undefined });
    expect((await screen.findByRole('alert')).textContent).toContain('kan dit nu niet opschrijven');
  });

  test('is taken by a press, not by opening the link', async () => {
    const calls = door(201, { code: 'KR7TM' });
    const seated = vi.fn();
    const ticket = 'x'.repeat(32);
    render(MoveIn, { code: 'KR7TM', ticket, seated, giveUp: () => undefined });
    await tick();
    expect(calls).toEqual([]);
    await press('Speel hier verder');
    await vi.waitFor(() => expect(seated).toHaveBeenCalled());
    expect(calls[0]?.path).toBe('/api/tables/KR7TM/moves/in');
  });

  test('cannot be had by an old link', async () => {
    door(410, { code: 'ticket_gone' });
    const giveUp = vi.fn();
    render(MoveIn, { code: 'KR7TM', ticket: 'x', seated: () => undefined, giveUp });
    await press('Speel hier verder');
    await screen.findByText(/al gebruikt of te oud/);
    await press('Naar de tafel');
    expect(giveUp).toHaveBeenCalled();
  });
});

describe('a table where nobody plays any more', () => {
  test('shows its slate and who won', async () => {
    const credit = [120, 42, 120, 42].map((points) => ({ points, meld: 20 }));
    const result = {
      number: 0,
      dealer: 0,
      declarer: 0,
      trump: 'H' as const,
      sides: [
        [0, 2],
        [1, 3],
      ],
      points: [120, 42],
      meld: [20, 20],
      credit,
      failed: false,
      march: false,
      revoke: null,
    };
    const totals = [140, 62, 140, 62];
    render(Over, { card: card({ archived: true, sheet: [result], totals, winners: [0, 2] }) });
    expect(screen.getByText('Tineke en Wil winnen de boom.')).toBeTruthy();
    expect(rows()).toEqual([
      ['', 'Tineke en Wil', 'Joop en Kees'],
      ['Potje 1', '120+20', '42+20'],
      ['Samen', '140', '62'],
    ]);
    expect(await barriers()).toEqual([]);
  });
});
