import { cleanup, fireEvent, render, screen, within } from '@testing-library/svelte';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { tick } from 'svelte';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { fold } from '../store/fold';
import { DEFAULTS, type Settings } from '../store/settings.svelte';
import { setLanguage } from '../texts/texts.svelte';
import type { TableView, Told } from '../wire.gen';
import type { Act } from './api';
import Board from './Board.svelte';
import { IDLE, scenes, type Scene } from './scenes';

afterEach(async () => {
  cleanup();
  await setLanguage('nl');
});

const sceneOf = (name: string): Scene => {
  const scene = scenes[name];
  if (!scene) throw new Error(name);
  return scene;
};

/** A board on a scene, with what it asked for. */
function lay(name: string, over: Partial<Scene> = {}, settings: Partial<Settings> = {}) {
  const acts: Act[] = [];
  let props = {
    ...sceneOf(name),
    ...over,
    settings: { ...DEFAULTS, ...settings },
    act: (act: Act) => void acts.push(act),
  };
  const { rerender } = render(Board, { props });
  const change = async (next: Partial<Scene>) => {
    props = { ...props, ...next };
    await rerender(props);
  };
  return { acts, change };
}

const hand = () => screen.getByRole('list', { name: 'Jouw kaarten' });
const card = (name: string) => screen.getByRole('button', { name });
const cardsIn = (list: HTMLElement) =>
  within(list)
    .getAllByRole('button')
    .map((button) => button.dataset['card']);

const cells = (row: HTMLElement) =>
  [...row.children].map((cell) => cell.textContent?.replace(/\s+/g, ' ').trim() ?? '');

const click = (target: HTMLElement) => fireEvent.click(target, { detail: 1 });
async function tap(target: HTMLElement) {
  await fireEvent(target, new PointerEvent('pointerdown', { pointerType: 'touch', bubbles: true }));
  await fireEvent.click(target, { detail: 1 });
}
const PLAYED = { t: 'play', card: 'DT' };
const lifted = (name: string) => card(name).getAttribute('aria-pressed') === 'true';

describe('the hand', () => {
  test('is a list of buttons with names, sorted with trump first', () => {
    lay('four');
    expect(cardsIn(hand())).toEqual(['H9', 'HA', 'ST', 'S8', 'DT', 'DK']);
    expect(card('ruiten tien').tagName).toBe('BUTTON');
  });

  test('keeps the place of a played card open', async () => {
    const { change } = lay('four');
    const { view } = sceneOf('four');
    const at = () => [...hand().children].findIndex((li) => li.querySelector('[data-card="DK"]'));
    const before = at();
    if (!view.deal) throw new Error('a deal');
    await change({
      view: { ...view, deal: { ...view.deal, hand: ['HA', 'DK', 'S8'] } },
      todo: IDLE,
    });
    expect(at()).toBe(before);
    expect(hand().children).toHaveLength(6);
    expect(cardsIn(hand())).toEqual(['HA', 'S8', 'DK']);
  });

  test('dims what may not be played and keeps it in reach, with the reason', () => {
    lay('four');
    const illegal = card('harten negen');
    expect(illegal.getAttribute('aria-disabled')).toBe('true');
    expect(illegal.hasAttribute('disabled')).toBe(false);
    const reason = document.getElementById(illegal.getAttribute('aria-describedby') ?? '');
    expect(reason?.textContent?.trim()).toBe('Je moet ruiten bekennen: je hebt ♦H en ♦10.');
    expect(card('ruiten tien').hasAttribute('aria-disabled')).toBe(false);
  });

  test('dims nothing when it is not my turn', () => {
    lay('four', { todo: { ...IDLE, turn: 1 } });
    expect(hand().querySelector('[aria-disabled]')).toBeNull();
  });

  test('dims nothing where revokes can be claimed, for every card may be played', () => {
    lay('club', { todo: { ...IDLE, turn: 0, cards: ['H9', 'HA', 'DK', 'ST', 'S8'] } });
    expect(hand().querySelector('[aria-disabled]')).toBeNull();
  });

  test('plays at one click of the mouse', async () => {
    const { acts } = lay('four');
    await click(card('ruiten tien'));
    expect(acts).toEqual([PLAYED]);
  });

  test('lifts at the first tap and plays at the second', async () => {
    const { acts } = lay('four');
    await tap(card('ruiten tien'));
    expect(acts).toEqual([]);
    expect(lifted('ruiten tien')).toBe(true);
    await tap(card('ruiten tien'));
    expect(acts).toEqual([PLAYED]);
  });

  test('lifts another card instead at a tap beside it', async () => {
    const { acts } = lay('four');
    await tap(card('ruiten tien'));
    await tap(card('ruiten heer'));
    expect([lifted('ruiten tien'), lifted('ruiten heer')]).toEqual([false, true]);
    expect(acts).toEqual([]);
  });

  test('plays at one tap where that is set', async () => {
    const { acts } = lay('four', {}, { oneTap: true });
    await tap(card('ruiten tien'));
    expect(acts).toEqual([PLAYED]);
  });

  test('does nothing at a press that is not let go on the card', async () => {
    const { acts } = lay('four');
    const target = card('ruiten tien');
    await fireEvent(
      target,
      new PointerEvent('pointerdown', { pointerType: 'mouse', bubbles: true }),
    );
    await fireEvent(hand(), new PointerEvent('pointerup', { pointerType: 'mouse', bubbles: true }));
    expect(acts).toEqual([]);
    expect(lifted('ruiten tien')).toBe(false);
  });

  test('plays at Enter, and escape lowers a lifted card', async () => {
    const { acts } = lay('four');
    await tap(card('ruiten heer'));
    await fireEvent.keyDown(card('ruiten heer'), { key: 'Escape' });
    expect(lifted('ruiten heer')).toBe(false);
    await fireEvent.click(card('ruiten tien'), { detail: 0 });
    expect(acts).toEqual([PLAYED]);
  });

  test('is one stop for the tab key, with arrows from card to card', async () => {
    lay('four');
    const stops = within(hand())
      .getAllByRole('button')
      .filter((button) => button.tabIndex === 0);
    expect(stops.map((stop) => stop.dataset['card'])).toEqual(['DT']);
    card('ruiten tien').focus();
    await fireEvent.keyDown(card('ruiten tien'), { key: 'ArrowRight' });
    expect(document.activeElement).toBe(card('ruiten heer'));
    await fireEvent.keyDown(card('ruiten heer'), { key: 'Home' });
    expect(document.activeElement).toBe(card('harten negen'));
    expect(card('harten negen').tabIndex).toBe(0);
  });

  test('gives the focus of a played card to its neighbour', async () => {
    const { change } = lay('four');
    const { view } = sceneOf('four');
    card('ruiten tien').focus();
    if (!view.deal) throw new Error('a deal');
    await change({
      view: { ...view, deal: { ...view.deal, hand: view.deal.hand.filter((c) => c !== 'DT') } },
      todo: IDLE,
    });
    await tick();
    expect(document.activeElement).toBe(card('ruiten heer'));
  });

  test('sends a card once, and waits', async () => {
    const { acts } = lay('four');
    await click(card('ruiten tien'));
    await click(card('ruiten tien'));
    await click(card('ruiten heer'));
    expect(acts).toEqual([PLAYED]);
    expect(lifted('ruiten tien')).toBe(true);
  });

  test('can play again after the table refused', async () => {
    const { acts, change } = lay('four');
    await click(card('ruiten tien'));
    await change({ refusal: { text: 'Dat kan nu niet.', key: 1 } });
    expect(lifted('ruiten tien')).toBe(false);
    await click(card('ruiten heer'));
    expect(acts).toHaveLength(2);
  });

  test('can play again when something else came first', async () => {
    const { acts, change } = lay('four');
    await click(card('ruiten tien'));
    await change({ todo: { ...sceneOf('four').todo } });
    await click(card('ruiten heer'));
    expect(acts).toEqual([PLAYED, { t: 'play', card: 'DK' }]);
  });

  test('can play again after a card was taken back', async () => {
    const { acts, change } = lay('four');
    const { view, todo } = sceneOf('four');
    await click(card('ruiten tien'));
    if (!view.deal) throw new Error('a deal');
    await change({ view: { ...view, deal: { ...view.deal, hand: ['DK'] } }, todo: IDLE });
    await change({ view, todo });
    await click(card('ruiten tien'));
    expect(acts).toEqual([PLAYED, PLAYED]);
  });
});

describe('a card lifted ahead of the turn', () => {
  const early = { todo: { ...IDLE, turn: 1 } };

  test('is played when the turn comes', async () => {
    const { acts, change } = lay('four', early);
    await click(card('ruiten tien'));
    expect(acts).toEqual([]);
    expect(screen.getByText(/ligt klaar voor jouw beurt/)).toBeTruthy();
    await change({ todo: sceneOf('four').todo });
    expect(acts).toEqual([PLAYED]);
  });

  test('is not played when it is no longer legal, and says why', async () => {
    const { acts, change } = lay('four', early);
    await click(card('harten negen'));
    await change({ todo: sceneOf('four').todo });
    expect(acts).toEqual([]);
    expect(lifted('harten negen')).toBe(false);
    expect(screen.getByRole('alert').textContent).toContain('mag nu niet');
  });

  test('is lowered at a second press', async () => {
    const { acts, change } = lay('four', early);
    await click(card('ruiten tien'));
    await click(card('ruiten tien'));
    await change({ todo: sceneOf('four').todo });
    expect(acts).toEqual([]);
  });

  test('that was lifted in turn is not played by itself', async () => {
    const { acts, change } = lay('four');
    await tap(card('ruiten tien'));
    await change({ todo: { ...sceneOf('four').todo } });
    expect(acts).toEqual([]);
  });
});

describe('a refusal', () => {
  test('of an illegal card says why, without asking the server, and leads to the rule', async () => {
    const { acts } = lay('four');
    await click(card('harten negen'));
    expect(acts).toEqual([]);
    expect(screen.getByRole('alert').textContent).toContain('Je moet ruiten bekennen');
    await click(screen.getByRole('button', { name: 'Lees de regel' }));
    expect(acts).toEqual([
      {
        t: 'rules',
        section: 'follow',
        why: '♥9 mag nu niet. Je moet ruiten bekennen: je hebt ♦H en ♦10.',
      },
    ]);
  });

  test('speaks its cards by name', async () => {
    lay('four');
    await click(card('harten negen'));
    expect(within(screen.getByRole('alert')).getByText('ruiten heer')).toBeTruthy();
  });

  test('from the table stands on the rug until something happens', async () => {
    const { change } = lay('four_refused');
    expect(screen.getByRole('alert').textContent).toContain('mag nu niet');
    await change({ refusal: null });
    expect(screen.getByRole('alert').textContent?.trim()).toBe('');
  });

  test('can be put away', async () => {
    lay('four_refused');
    await click(screen.getByRole('button', { name: 'Sluiten' }));
    expect(screen.getByRole('alert').textContent?.trim()).toBe('');
  });
});

describe('without a line', () => {
  test('nothing can be played and everything stays', async () => {
    const { acts } = lay('offline');
    await click(card('ruiten tien'));
    expect(acts).toEqual([]);
    expect(card('ruiten tien').getAttribute('aria-disabled')).toBe('true');
    expect(screen.getByText('Harten troef')).toBeTruthy();
  });

  test('no call can be made', () => {
    lay('call', { ready: false });
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Passen' }).disabled).toBe(true);
  });
});

describe('the trick', () => {
  const trick = () => screen.getByRole('list', { name: 'De slag' });

  test('names who played which card, in order', () => {
    lay('four');
    const lines = within(trick())
      .getAllByRole('listitem')
      .map((li) => li.querySelector('.visually-hidden')?.textContent?.trim());
    expect(lines).toEqual([
      'Sjaan: ruiten aas, kwam uit',
      'Henk: ruiten zeven',
      'Bram: ruiten vrouw',
    ]);
  });

  test('lies full for a moment with its winner and roem, and a press goes on', async () => {
    const { acts } = lay('four_hold');
    expect(within(trick()).getByText(/Sjaan: ruiten aas.*wint de slag/)).toBeTruthy();
    expect(screen.getByText('Roem: drie op een rij, 20 voor hen.')).toBeTruthy();
    await click(screen.getByRole('button', { name: 'Verder' }));
    expect(acts).toEqual([{ t: 'hurry' }]);
  });

  test('shows the won trick as well when the view is already past it', () => {
    const { view, shown } = sceneOf('four_hold');
    if (!view.deal?.trick) throw new Error('a trick');
    const deal = { ...view.deal, trick: { leader: 1, cards: [] } };
    lay('four_hold', { view: { ...view, deal }, shown });
    expect(within(trick()).getByText(/Sjaan: harten zeven.*wint de slag/)).toBeTruthy();
  });
});

describe('the mats', () => {
  const mat = (name: string) => within(screen.getByRole('region', { name }));

  test('tell name, dealer, who plays and whose turn it is, in words', () => {
    lay('four');
    expect(mat('Sjaan').getByText('gever')).toBeTruthy();
    expect(mat('Henk').getByText('gaat')).toBeTruthy();
    expect(mat('Tineke').getByText('Jij bent aan de beurt')).toBeTruthy();
    expect(mat('Bram').getByText('vaste gast')).toBeTruthy();
  });

  test('tell who is away, but never of a regular', () => {
    lay('four_wait', { online: [true, false, false, false] });
    expect(mat('Henk').getByText('even weg')).toBeTruthy();
    expect(mat('Bram').queryByText('even weg')).toBeNull();
  });

  test('lie clockwise from the viewer', () => {
    lay('four');
    const places = screen
      .getAllByRole('region')
      .filter((region) => region.classList.contains('seat'))
      .map((seat) => `${seat.getAttribute('aria-label')} ${seat.classList[1]}`);
    expect(places).toEqual(['Sjaan west', 'Henk north', 'Bram east', 'Tineke south']);
  });

  test('tell my partner and who plays alone with three', () => {
    lay('three');
    expect(mat('Sjaan').getByText('jouw maat')).toBeTruthy();
    expect(mat('Bram').getByText('gaat alleen')).toBeTruthy();
  });

  test('tell what everybody called', () => {
    lay('call_wait');
    expect(mat('Bram').getByText('Pas')).toBeTruthy();
    expect(mat('Tineke').getByText('Pas')).toBeTruthy();
    expect(mat('Sjaan').getByText('mag het zeggen')).toBeTruthy();
  });
});

describe('the table cards of two players', () => {
  const mine = () => screen.getByRole('list', { name: 'Jouw tafelkaarten' });

  test('are played like cards in the hand', async () => {
    const { acts } = lay('two');
    expect(
      within(mine()).getByRole('button', { name: 'ruiten vrouw' }).getAttribute('aria-disabled'),
    ).toBe('true');
    await click(within(mine()).getByRole('button', { name: 'schoppen tien' }));
    expect(acts).toEqual([{ t: 'play', card: 'ST' }]);
  });

  test('of the other lie open, cannot be pressed, and say what is closed', () => {
    lay('two');
    const theirs = screen.getByRole('list', { name: 'Tafelkaarten van Sjaan' });
    expect(within(theirs).queryAllByRole('button')).toEqual([]);
    expect(within(theirs).getByText('ruiten aas').closest('li')?.textContent).toContain(
      'dichte kaart eronder',
    );
  });
});

describe('calls', () => {
  test('are two large buttons for a turned suit', async () => {
    const { acts } = lay('call');
    expect(screen.getByRole('group', { name: 'Speel jij harten?' })).toBeTruthy();
    await click(screen.getByRole('button', { name: 'Spelen met harten' }));
    await click(screen.getByRole('button', { name: 'Passen' }));
    expect(acts).toEqual([
      { t: 'call', call: 'play' },
      { t: 'call', call: 'pass' },
    ]);
  });

  test('are the other suits when everybody passed, and it says so', async () => {
    const { acts } = lay('call_choice');
    const question = within(screen.getByRole('group', { name: 'Welke kleur wordt troef?' }));
    expect(question.getAllByRole('button').map((b) => b.textContent?.trim())).toEqual([
      'Klaveren',
      'Ruiten',
      'Schoppen',
    ]);
    expect(question.getByText(/Iedereen paste/)).toBeTruthy();
    await click(question.getByRole('button', { name: 'Schoppen' }));
    expect(acts).toEqual([{ t: 'call', call: 'S' }]);
  });

  test('are all suits for the forehand who must play', () => {
    lay('call_forced');
    const question = within(screen.getByRole('group', { name: 'Welke kleur wordt troef?' }));
    expect(question.getAllByRole('button')).toHaveLength(4);
    expect(question.queryByText(/Iedereen paste/)).toBeNull();
  });

  test('are not asked of who is not in turn', () => {
    lay('call_wait');
    expect(screen.queryByRole('button', { name: 'Passen' })).toBeNull();
  });
});

describe('the slate', () => {
  test('in the beam adds up this deal per side and the match', () => {
    lay('four');
    const rows = within(screen.getByRole('table', { name: /Stand/ }))
      .getAllByRole('row')
      .slice(1)
      .map(cells);
    expect(rows).toEqual([
      ['Wij', '18', '20', '1', '412'],
      ['Zij', '10', '20', '1', '386'],
    ]);
  });

  test('opens with points and roem apart and the mark of a failed deal', async () => {
    lay('four');
    await click(screen.getByRole('button', { name: 'Leitje' }));
    const slate = within(screen.getByRole('dialog', { name: 'Leitje' }));
    const row = slate.getByRole('row', { name: /Potje 4/ });
    expect(cells(row)).toEqual(['Potje 4', '0 N', '162 20']);
    expect(slate.getByRole('row', { name: /Samen/ }).textContent).toContain('412');
  });

  test('has a column for everyone with three', async () => {
    lay('three');
    await click(screen.getByRole('button', { name: 'Leitje' }));
    const slate = within(screen.getByRole('dialog', { name: 'Leitje' }));
    const heads = slate.getAllByRole('columnheader').map((th) => th.textContent);
    expect(heads.slice(-3)).toEqual(['Jij', 'Sjaan', 'Bram']);
    expect(slate.getByText('Bram, alleen')).toBeTruthy();
  });

  test('has the way off the table, which asks first', async () => {
    const { acts } = lay('four');
    await click(screen.getByRole('button', { name: 'Leitje' }));
    const leaving = screen.getByRole('button', { name: 'Van tafel' });
    expect(leaving.closest('header'), 'in sight, however long the slate').toBeTruthy();
    await click(leaving);
    expect(acts).toEqual([]);
    await click(screen.getByRole('button', { name: 'Ja, van tafel' }));
    expect(acts).toEqual([{ t: 'leave' }]);
  });
});

describe('sheets', () => {
  test('the last trick tells who played what, who won, points and roem', async () => {
    lay('four');
    await click(screen.getByRole('button', { name: 'Laatste slag' }));
    const sheet = screen.getByRole('dialog', { name: 'Laatste slag' });
    expect(sheet.textContent).toContain('kwam uit');
    expect(within(sheet).getByText('harten zeven').closest('li')?.textContent).toContain('Sjaan');
    expect(sheet.textContent).toContain('Drie op een rij, 20');
  });

  test('the last trick says so when there is none', async () => {
    const { view } = sceneOf('four');
    if (!view.deal) throw new Error('a deal');
    lay('four', { view: { ...view, deal: { ...view.deal, last: null } } });
    await click(screen.getByRole('button', { name: 'Laatste slag' }));
    expect(screen.getByRole('dialog').textContent).toContain('nog geen slag');
  });

  test('close by their button, by escape and by the button that opened them', async () => {
    lay('four');
    const opener = screen.getByRole('button', { name: 'Laatste slag' });
    for (const close of [
      () => click(screen.getByRole('button', { name: 'Sluiten' })),
      () => fireEvent.keyDown(document.body, { key: 'Escape' }),
      () => click(opener),
    ]) {
      await click(opener);
      expect(opener.getAttribute('aria-expanded')).toBe('true');
      await close();
      expect(screen.queryByRole('dialog')).toBeNull();
    }
  });

  test('give the focus back', async () => {
    lay('four');
    const opener = screen.getByRole('button', { name: 'Laatste slag' });
    opener.focus();
    await click(opener);
    expect(screen.getByRole('dialog').contains(document.activeElement)).toBe(true);
    await click(screen.getByRole('button', { name: 'Sluiten' }));
    expect(document.activeElement).toBe(opener);
  });

  test('the rules and the settings are asked of the page', async () => {
    const { acts } = lay('four');
    await click(screen.getByRole('button', { name: 'Spelregels' }));
    await click(screen.getByRole('button', { name: 'Instellingen' }));
    expect(acts).toEqual([{ t: 'rules' }, { t: 'settings' }]);
  });
});

describe('where revokes can be claimed', () => {
  test('a claim names an opponent and a trick, warns once, and goes', async () => {
    const { acts } = lay('club');
    await click(screen.getByRole('button', { name: 'Verzaakt!' }));
    const sheet = within(screen.getByRole('dialog', { name: 'Verzaakt!' }));
    const names = within(await sheet.findByRole('group', { name: 'Wie heeft er verzaakt?' }));
    expect(names.getAllByRole('radio').map((r) => r.closest('label')?.textContent?.trim())).toEqual(
      ['Sjaan', 'Bram'],
    );
    expect(
      within(sheet.getByRole('group', { name: 'In welke slag?' })).getAllByRole('radio'),
    ).toHaveLength(3);
    const next = sheet.getByRole<HTMLButtonElement>('button', { name: 'Volgende' });
    expect(next.disabled).toBe(true);
    await click(sheet.getByRole('radio', { name: 'Bram' }));
    await click(sheet.getByRole('radio', { name: '2' }));
    await click(next);
    expect(acts).toEqual([]);
    expect(sheet.getByRole('alert').textContent).toContain('de tegenpartij krijgt 262');
    await click(sheet.getByRole('button', { name: 'Ja, verzaakt!' }));
    expect(acts).toEqual([{ t: 'claim', accused: 3, trick: 1 }]);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('a card can be taken back as long as the table allows it', async () => {
    const { acts, change } = lay('club');
    const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Kaart terugnemen' });
    await click(button);
    expect(acts).toEqual([{ t: 'take_back' }]);
    await change({ todo: { ...IDLE, turn: 1, may_take_back: false } });
    expect(button.disabled).toBe(true);
  });

  test('the buttons are not there at other tables', () => {
    lay('four');
    expect(screen.queryByRole('button', { name: 'Verzaakt!' })).toBeNull();
  });

  test('the last trick waits for a word before the score is shown', async () => {
    const { acts } = lay('closing');
    await click(screen.getByRole('button', { name: /Laat de score zien/ }));
    expect(acts).toEqual([{ t: 'go_on' }]);
  });
});

describe('the result', () => {
  test('has both columns and goes on', async () => {
    const { acts } = lay('made');
    expect(screen.getByRole('heading', { name: 'Gehaald!' })).toBeTruthy();
    const row = (name: string) => cells(screen.getByRole('row', { name: new RegExp(name) }));
    expect(row('Punten')).toEqual(['Punten', '98', '64']);
    expect(row('Roem')).toEqual(['Roem', '40', '20']);
    expect(row('Dit potje')).toEqual(['Dit potje', '138', '84']);
    expect(row('De boom')).toEqual(['De boom', '550', '470']);
    await click(screen.getByRole('button', { name: 'Verder' }));
    expect(acts).toEqual([{ t: 'go_on' }]);
  });

  test('waits while the last trick still lies', () => {
    const { deal } = sceneOf('four_hold').view;
    const { view } = sceneOf('made');
    lay('made', { view: { ...view, deal }, shown: sceneOf('four_hold').shown });
    expect(screen.queryByRole('heading', { name: 'Gehaald!' })).toBeNull();
    expect(screen.getByRole('list', { name: 'De slag' })).toBeTruthy();
  });

  test('counts down and tells which people are ready', async () => {
    vi.useFakeTimers();
    try {
      lay('made');
      await tick();
      expect(screen.getByText(/Gaat vanzelf verder over 14 tellen/)).toBeTruthy();
      expect(screen.getByText(/Henk is klaar/)).toBeTruthy();
      await vi.advanceTimersByTimeAsync(3000);
      expect(screen.getByText(/over 11 tellen/)).toBeTruthy();
    } finally {
      vi.useRealTimers();
    }
  });

  test('waits for the others once I am ready', () => {
    const { view } = sceneOf('made');
    lay('made', { view: { ...view, ready: [true, true, false, true] } });
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Even wachten' }).disabled).toBe(
      true,
    );
  });

  test('shows what a claim laid open', () => {
    lay('revoked');
    expect(screen.getByRole('heading', { name: 'Verzaakt!' })).toBeTruthy();
    expect(screen.getByText('schoppen tien')).toBeTruthy();
    expect(screen.getByText('ruiten boer')).toBeTruthy();
  });

  test('can still be claimed against where that is allowed', async () => {
    lay('made', { todo: { ...IDLE, may_claim: true, auto_ms: 9000 } });
    await click(screen.getByRole('button', { name: 'Verzaakt!' }));
    expect(screen.getByRole('dialog', { name: 'Verzaakt!' })).toBeTruthy();
  });

  test('of a match names the winner and offers another', async () => {
    const { acts } = lay('ended');
    expect(screen.getByRole('heading', { name: 'Wij winnen de boom!' })).toBeTruthy();
    await click(screen.getByRole('button', { name: 'Nog een boom' }));
    expect(acts).toEqual([{ t: 'again' }]);
  });

  test('of a match says who wants another and when that begins', () => {
    const { view } = sceneOf('ended');
    const ready = view.chairs.map((_, seat) => seat === 1);
    const chairs = view.chairs.map((chair) => ({ ...chair, kind: 'person' as const }));
    lay('ended', { view: { ...view, ready, chairs }, todo: { ...IDLE, auto_ms: 12_000 } });
    const name = chairs[1]?.name ?? '';
    expect(screen.getByText(/De volgende boom begint over 12 tellen/).textContent).toContain(
      `${name} wil nog een boom.`,
    );
  });
});

describe('in English', () => {
  test('every scene is laid without a Dutch word on its buttons', async () => {
    await setLanguage('en');
    lay('four', {}, { language: 'en' });
    expect(card('ten of diamonds')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Last trick' })).toBeTruthy();
  });

  test('the court cards are printed J, Q and K', async () => {
    await setLanguage('en');
    lay('four', {}, { language: 'en' });
    const king = card('king of diamonds');
    expect(king.querySelector('use[href="#enK"]')).toBeTruthy();
    expect(king.querySelector('use[href="#xDK"]')).toBeNull();
  });
});

describe('every moment', () => {
  test.each(Object.keys(scenes))('%s can be laid on the table', (name) => {
    lay(name);
    expect(screen.getByRole('main')).toBeTruthy();
  });

  const FIXTURES = join(__dirname, '../../tests/fixtures');
  type Game = { start: TableView; steps: { told: Told; after: TableView | null }[] };
  const games = readdirSync(FIXTURES).filter((file) => file.endsWith('.json'));

  /** A whole match is laid, card by card. */
  const PATIENCE = 30_000;

  test.each(games)(
    'of the recorded game %s can be laid on the table',
    { timeout: PATIENCE },
    async (file) => {
      const game = JSON.parse(readFileSync(join(FIXTURES, file), 'utf8')) as Game;
      const { change } = lay('four');
      let view = game.start;
      for (const { told } of game.steps) {
        view = told.facts.reduce(fold, view);
        if (view.phase !== 'waiting') await change({ view, todo: told.todo });
      }
      expect(screen.getByRole('main')).toBeTruthy();
    },
  );
});
