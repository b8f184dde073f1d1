import { cleanup, fireEvent, render, screen, within } from '@testing-library/svelte';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, test } from 'vitest';
import Face from '../lib/Face.svelte';
import { setLanguage } from '../texts/texts.svelte';
import CardButton from './CardButton.svelte';
import Mat from './Mat.svelte';
import { scenes } from './scenes';
import SlateMatch from './SlateMatch.svelte';
import Trick from './Trick.svelte';
import { slateColumns } from './words';

afterEach(async () => {
  cleanup();
  await setLanguage('nl');
});

const viewOf = (name: string) => {
  const scene = scenes[name];
  if (!scene) throw new Error(name);
  return scene.view;
};
const drawings = (root: HTMLElement) =>
  [...root.querySelectorAll('use')].map((use) => use.getAttribute('href'));

describe('a card', () => {
  const card = (over: object = {}) => {
    const pressed: string[] = [];
    const press = (card: string, way: string) => void pressed.push(`${card} ${way}`);
    const usual = { card: 'HJ', dimmed: false, lifted: false, disabled: false };
    render(CardButton, { props: { ...usual, reason: 'why', tabindex: 0, press, ...over } });
    return { pressed, button: screen.getByRole('button', { name: 'harten boer' }) };
  };

  test('is printed with a boer for readers of Dutch and a jack for readers of English', async () => {
    const { container } = render(Face, { props: { card: 'HJ' } });
    expect(drawings(container)).toEqual(['#mHJ', '#xHJ', '#gHJ']);
    cleanup();
    await setLanguage('en');
    const english = render(Face, { props: { card: 'HJ' } }).container;
    expect(drawings(english)).toContain('#enJ');
    expect(drawings(english)).not.toContain('#xHJ');
  });

  test('says with what it was pressed, when that lets go of it', async () => {
    const { pressed, button } = card();
    await fireEvent.pointerDown(button, { pointerType: 'touch' });
    expect(pressed).toEqual([]);
    await fireEvent.click(button, { detail: 1 });
    await fireEvent.click(button, { detail: 0 });
    expect(pressed).toEqual(['HJ touch', 'HJ keyboard']);
  });

  test('that is dimmed can still be pressed, and tells why it may not be played', async () => {
    const { pressed, button } = card({ dimmed: true });
    expect(button.getAttribute('aria-describedby')).toBe('why');
    await fireEvent.click(button, { detail: 1 });
    expect(pressed).toHaveLength(1);
  });
});

test('a trick tells who played what, in order, and waits for one card more', () => {
  const props = { view: viewOf('four'), leader: 1, cards: ['DA', 'D7'], winner: null, awaits: 3 };
  const { container } = render(Trick, { props });
  const list = within(screen.getByRole('list'));
  const said = list
    .getAllByRole('listitem')
    .map((item) => item.querySelector('.visually-hidden')?.textContent.trim());
  expect(said).toEqual(['Sjaan: ruiten aas, kwam uit', 'Henk: ruiten zeven']);
  expect(container.querySelector('.at-east .awaited')).not.toBeNull();
});

test('a beer mat says whose it is, that he is dealer and that he is in turn', () => {
  const view = viewOf('four');
  const props = { view, seat: view.deal?.dealer ?? 0, turn: true, online: true };
  render(Mat, { props });
  const mat = within(screen.getByRole('region', { name: 'Sjaan' }));
  expect(mat.getByText('gever')).toBeTruthy();
  expect(mat.getByText('aan de beurt')).toBeTruthy();
});

test('the slate has a row for every deal and one for all together', () => {
  const view = viewOf('four');
  const { sheet, totals } = view;
  render(SlateMatch, { props: { columns: slateColumns(view), sheet, totals } });
  const rows = screen.getAllByRole('row').slice(1);
  expect(rows).toHaveLength(view.sheet.length + 1);
  const figures = rows.at(-1)?.querySelectorAll('.visually-hidden') ?? [];
  expect([...figures].map((figure) => figure.textContent)).toEqual(['412', '386']);
});

test('all drawings of the table together stay under 60 kB over the wire', () => {
  const assets = join(import.meta.dirname, '../assets');
  const svgs = readdirSync(assets).filter((name) => name.endsWith('.svg'));
  const packed = svgs.map((name) => gzipSync(readFileSync(join(assets, name))).length);
  expect(packed.length).toBeGreaterThan(10);
  expect(packed.reduce((a, b) => a + b)).toBeLessThan(60_000);
});
