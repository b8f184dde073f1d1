import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import axe from 'axe-core';
import { tick } from 'svelte';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { emptyView, NO_DEALS } from '../../tests/build';
import { FakeWorld } from '../../tests/fake_line';
import { DEFAULTS, LiveSettings, type Language } from '../store/settings.svelte';
import { TableStore } from '../store/table.svelte';
import { setLanguage } from '../texts/texts.svelte';
import type { HouseRules, TableCard, TableView } from '../wire.gen';
import Home from './Home.svelte';
import Missing from './Missing.svelte';
import RulesPage from './RulesPage.svelte';
import SettingsDialog from './SettingsDialog.svelte';
import SitDown from './SitDown.svelte';
import TablePage from './TablePage.svelte';
import WaitingRoom from './WaitingRoom.svelte';
import { rememberedName } from './name';

const settings = () => new LiveSettings(DEFAULTS, null);
const nothing = () => undefined;

/** The HTTP door answers this to everything; what was asked is kept. */
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
  rules: emptyView().rules,
  phase: 'waiting',
  chairs: emptyView().chairs,
  free: 3,
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

function waiting(change: Partial<TableView> = {}) {
  const world = new FakeWorld();
  const store = new TableStore(world, { pace: () => 0, hidden: () => false });
  const view = { ...emptyView(), ...change };
  store.connect();
  const todo = { ...store.todo };
  world.socket.tell({
    t: 'snapshot',
    v: 1,
    n: 0,
    view,
    todo,
    online: [true, true, true, true],
    waits: [],
    asks: [],
    fair: NO_DEALS,
    watch: '',
    watchers: 0,
    hands: null,
  });
  render(WaitingRoom, {
    view,
    store,
    openRules: nothing,
    openSettings: nothing,
    move: nothing,
    meet: nothing,
  });
  return world;
}

async function type(label: RegExp, value: string): Promise<void> {
  await fireEvent.input(screen.getByLabelText(label), { target: { value } });
}
const press = (name: RegExp | string) => fireEvent.click(screen.getByRole('button', { name }));

beforeEach(() => window.localStorage.clear());
afterEach(async () => {
  cleanup();
  vi.unstubAllGlobals();
  await setLanguage('nl');
});

describe('the front door', () => {
  const home = () => {
    const go = vi.fn();
    render(Home, { settings: settings(), go, openSettings: nothing });
    return go;
  };

  test('lays a table by the rules that were chosen, and remembers the name', async () => {
    const asked = door(201, { code: 'KR7TM' });
    const go = home();
    await type(/Hoe heet je/, 'Tineke');
    await fireEvent.click(screen.getByLabelText('3'));
    await fireEvent.click(screen.getByLabelText(/Clubregels/));
    await fireEvent.click(screen.getByLabelText(/Sterk/));
    await press('Dek de tafel');
    await vi.waitFor(() => expect(go).toHaveBeenCalledWith('/t/KR7TM'));
    const rules: HouseRules = {
      preset: 'club',
      seats: 3,
      trump_duty: 'rotterdam',
      trump_making: 'forced',
      undertrump: 'forbidden',
      march: 'declarer',
      revoke: 'claimable',
      deals: 12,
      talk: 'phrases',
      watch: false,
    };
    expect(asked).toEqual([
      { path: '/api/tables', body: { name: 'Tineke', rules, practice: false, company: 'strong' } },
    ]);
    cleanup();
    home();
    expect(screen.getByLabelText<HTMLInputElement>(/Hoe heet je/).value).toBe('Tineke');
  });

  test('asks for a name first, at the field', async () => {
    const asked = door(201, { code: 'KR7TM' });
    home();
    await press('Dek de tafel');
    expect(screen.getByText('Vul eerst je naam in.')).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByLabelText(/Hoe heet je/));
    expect(asked).toEqual([]);
  });

  test('lets somebody practise without a name, and for as few potjes as can be', async () => {
    const asked = door(201, { code: 'KR7TM' });
    home();
    await press(/Even oefenen/);
    expect(asked).toMatchObject([
      { body: { name: 'Nieuweling', practice: true, rules: { seats: 4, deals: 4 } } },
    ]);
    expect(rememberedName()).toBe('');
  });

  test('says it when the pub cannot be reached', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')));
    home();
    await type(/Hoe heet je/, 'Tineke');
    await press(/Even oefenen/);
    expect(await screen.findByText(/De kroeg is niet bereikbaar/)).toBeTruthy();
  });

  test('tells two players that the trump rule makes no difference', async () => {
    home();
    expect(screen.queryByText(/dan hetzelfde/)).toBeNull();
    await fireEvent.click(screen.getByLabelText('2'));
    expect(screen.getByText(/dan hetzelfde/)).toBeTruthy();
  });

  test('leads a pasted link to its table', async () => {
    const go = home();
    await type(/tafelcode/, ' https://kroeg.example/t/kr7tm ');
    await press('Schuif aan');
    expect(go).toHaveBeenCalledWith('/t/KR7TM');
  });

  test.each([
    ['', /Vul eerst de tafelcode in/],
    ['kroeg', /Dit is geen tafelcode/],
  ])('says what is wrong with the code %j', async (code, words) => {
    const go = home();
    await type(/tafelcode/, code);
    await press('Schuif aan');
    expect(screen.getByText(words)).toBeTruthy();
    expect(go).not.toHaveBeenCalled();
  });
});

describe('coming to a table', () => {
  const come = () =>
    render(TablePage, {
      code: 'KR7TM',
      settings: settings(),
      openSettings: nothing,
      ondue: nothing,
    });

  test.each([
    [404, 'no_such_table', 'Tafel niet gevonden'],
    [410, 'table_closed', 'Tafel is opgeheven'],
    [429, 'too_fast', 'Dat lukte niet'],
  ])('%i %s: %s, with a way on', async (status, code, title) => {
    door(status, { code });
    come();
    expect(await screen.findByRole('heading', { name: title })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Naar de voordeur' })).toBeTruthy();
  });

  test('that is full says so', async () => {
    door(200, card({ free: 0 }));
    come();
    expect(await screen.findByRole('heading', { name: 'Tafel is vol' })).toBeTruthy();
  });

  test('that everybody left says so', async () => {
    door(200, card({ closed: true }));
    come();
    expect(await screen.findByRole('heading', { name: 'Zo eindigde tafel KR7TM' })).toBeTruthy();
  });

  test('shows who sits there and the house rules before a name is given', async () => {
    const asked = door(200, card());
    come();
    expect(await screen.findByText('Tineke')).toBeTruthy();
    expect(screen.getByText(/Amsterdams, 16 potjes, een troefkleur ligt voor/)).toBeTruthy();
    await press('Schuif aan');
    expect(screen.getByText('Vul eerst je naam in.')).toBeTruthy();
    expect(asked).toHaveLength(1);
  });
});

describe('the waiting room', () => {
  test('shows the code and lets the host start', async () => {
    const world = waiting();
    expect(screen.getByText('Tafel is gedekt')).toBeTruthy();
    expect(
      await screen.findByLabelText('Tafelcode K R 7 T M', {}, { timeout: 10_000 }),
    ).toBeTruthy();
    await press(/Beginnen/);
    expect(world.socket.commands).toEqual([{ t: 'start', n: 1 }]);
  });

  test('lets me take another chair', async () => {
    const world = waiting();
    await press('Hier zitten, stoel 3');
    expect(world.socket.commands).toEqual([{ t: 'swap', seat: 2, n: 1 }]);
  });

  test('tells the others who will start', () => {
    const chairs = [
      { kind: 'person' as const, name: 'Tineke', host: true, arriving: false, stand_in: null },
      { kind: 'person' as const, name: 'Henk', host: false, arriving: false, stand_in: null },
      { kind: 'empty' as const, name: '', host: false, arriving: false, stand_in: null },
      { kind: 'empty' as const, name: '', host: false, arriving: false, stand_in: null },
    ];
    waiting({ me: 1, chairs });
    expect(screen.queryByRole('button', { name: /Beginnen/ })).toBeNull();
    expect(screen.getByText(/Tineke begint als iedereen zit/)).toBeTruthy();
  });

  test('shows the link to copy by hand where the clipboard is refused', async () => {
    vi.stubGlobal('navigator', { ...window.navigator, clipboard: undefined });
    waiting();
    await screen.findByText('Kopieer de link');
    await press('Kopieer de link');
    expect(await screen.findByText(/Kopiëren mag niet/)).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>('Link naar deze tafel').value).toMatch(
      /\/t\/KR7TM$/,
    );
  });

  test('a name is text, whatever is in it', () => {
    const name = '<img src=x onerror=alert(1)>';
    waiting({
      chairs: [
        { kind: 'person', name, host: true, arriving: false, stand_in: null },
        ...emptyView().chairs.slice(1),
      ],
    });
    expect(screen.getByText(name)).toBeTruthy();
    expect(document.querySelector('img')).toBeNull();
  });
});

test('the settings change at once', async () => {
  const live = settings();
  render(SettingsDialog, { settings: live, open: true, onclose: nothing });
  await fireEvent.click(screen.getByLabelText(/Groot en rustig/));
  await fireEvent.click(screen.getByLabelText('één tik'));
  expect(live.now).toMatchObject({ large: true, oneTap: true });
});

test('a change of language changes the page at once', async () => {
  render(Missing);
  expect(screen.getByRole('heading', { name: 'Hier is niets' })).toBeTruthy();
  await setLanguage('en');
  await tick();
  expect(screen.getByRole('heading', { name: 'Nothing here' })).toBeTruthy();
});

test('the rules open at a paragraph', () => {
  render(RulesPage, { section: 'club-overtrump' });
  expect(document.getElementById('club-overtrump')?.className).toContain('here');
  expect(screen.getByText(/de voorhand noemt een kleur en gaat/)).toBeTruthy();
});

describe.each<Language>(['nl', 'en'])('for everyone, in %s', (language) => {
  // Colours are judged in a real browser.
  const check = async () => {
    const { violations } = await axe.run(document.body, {
      rules: { 'color-contrast': { enabled: false } },
    });
    expect(violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html)])).toEqual([]);
  };

  test.each<[string, () => unknown]>([
    ['home', () => render(Home, { settings: settings(), go: nothing, openSettings: nothing })],
    ['sit down', () => render(SitDown, { card: card(), seated: nothing, look: nothing })],
    ['waiting room', () => waiting()],
    ['rules', () => render(RulesPage, { section: '' })],
    [
      'settings',
      () => render(SettingsDialog, { settings: settings(), open: true, onclose: nothing }),
    ],
    ['missing', () => render(Missing)],
  ])('%s has no barrier that axe knows', async (_, show) => {
    await setLanguage(language);
    show();
    await tick();
    await check();
  });
});
