import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { emptyView } from '../tests/build';
import { matchText, sidesOf, type Match } from './match';
import ShareDialog from './pages/ShareDialog.svelte';
import SlatePage from './pages/SlatePage.svelte';
import type { DealResult, SlateCard, TableView } from './wire.gen';
import './texts/chapters/match';

const result = (number: number, change: Partial<DealResult> = {}): DealResult => ({
  number,
  dealer: 0,
  declarer: 0,
  trump: 'H',
  sides: [
    [0, 2],
    [1, 3],
  ],
  points: [100, 62],
  meld: [20, 0],
  credit: [0, 1, 0, 1].map((side) => ({ points: side ? 62 : 100, meld: side ? 0 : 20 })),
  failed: false,
  march: false,
  revoke: null,
  ...change,
});
const match = (change: Partial<Match> = {}): Match => ({
  rules: emptyView().rules,
  names: ['Tineke', 'Bram', 'Henk', 'Sjaan'],
  sheet: [result(0), result(1, { failed: true }), result(2, { march: true })],
  totals: [360, 186, 360, 186],
  winners: [0, 2],
  ...change,
});
const card = (): SlateCard => ({ ...match(), code: 'KR7TM', match: 1, ended: 1_790_000_000 });

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('the result as a text', () => {
  test('tells who won, what everybody has, the best first, and where the slate is', () => {
    const won = match({ totals: [186, 360, 186, 360], winners: [1, 3] });
    expect(matchText(won, 'https://kroeg.test/leitje/KR7TM/abc').split('\n')).toEqual([
      'Klaverjassen in de Klaverkroeg',
      'Bram en Sjaan winnen de boom!',
      'Bram en Sjaan: 360 punten',
      'Tineke en Henk: 186 punten',
      '3 potjes, 1 keer nat, 1 keer pit.',
      'Het leitje: https://kroeg.test/leitje/KR7TM/abc',
    ]);
  });

  test('has no line for a slate that has no link, and knows a draw', () => {
    const three = match({
      rules: { ...emptyView().rules, seats: 3 },
      names: ['Wil', 'Wil', '<b>Jan</b>'],
      totals: [90, 90, 90],
      winners: [0, 1, 2],
      sheet: [],
    });
    expect(sidesOf(three)).toEqual([[0], [1], [2]]);
    expect(matchText(three, '').split('\n')).toEqual([
      'Klaverjassen in de Klaverkroeg',
      'Gelijkspel!',
      'Wil: 90 punten',
      'Wil: 90 punten',
      '<b>Jan</b>: 90 punten',
      '0 potjes.',
    ]);
  });
});

describe('sharing it', () => {
  const nothing = () => undefined;
  const ended = (): TableView => ({
    ...emptyView(),
    phase: 'ended',
    chairs: match().names.map((name) => ({ ...emptyView().chairs[0]!, name })),
    sheet: match().sheet,
    totals: match().totals,
    winners: [0, 2],
    slate: 'abc',
  });
  const dialog = () => render(ShareDialog, { open: true, view: ended(), onclose: nothing });

  test('WhatsApp and the clipboard get the whole text', async () => {
    const writeText = vi.fn(() => Promise.resolve());
    vi.stubGlobal('navigator', { clipboard: { writeText } });
    Object.defineProperty(window, 'navigator', { value: navigator, configurable: true });
    dialog();
    const text = matchText(match(), `${window.location.origin}/leitje/KR7TM/abc`);
    const whatsapp = screen.getByText('Deel via WhatsApp').closest('a')?.href;
    expect(new URL(whatsapp ?? '').searchParams.get('text')).toBe(text);
    await fireEvent.click(screen.getByText('Kopieer de tekst'));
    expect(writeText).toHaveBeenCalledWith(text);
    expect(await screen.findByText('De tekst is gekopieerd.')).toBeTruthy();
  });

  test('a clipboard that is refused gives the text to copy by hand, and a cancelled share sheet nothing', async () => {
    const refused = () => Promise.reject(new DOMException('no', 'NotAllowedError'));
    const share = vi.fn(() => Promise.reject(new DOMException('cancelled', 'AbortError')));
    vi.stubGlobal('navigator', { clipboard: { writeText: refused }, share });
    Object.defineProperty(window, 'navigator', { value: navigator, configurable: true });
    dialog();
    await fireEvent.click(screen.getByText('Anders delen'));
    expect(share).toHaveBeenCalledTimes(1);
    await fireEvent.click(screen.getByText('Kopieer de tekst'));
    const field = await screen.findByLabelText<HTMLTextAreaElement>('De uitslag als tekst');
    expect(field.value).toContain('Tineke en Henk winnen de boom!');
  });
});

describe('the page of a slate', () => {
  const come = () => render(SlatePage, { code: 'KR7TM', key: 'abc' });

  test('shows every deal under the names, for somebody without a chair', async () => {
    const fetched = vi.fn((_: string) => Promise.resolve(new Response(JSON.stringify(card()))));
    vi.stubGlobal('fetch', fetched);
    come();
    expect(await screen.findByText('Tineke en Henk winnen de boom')).toBeTruthy();
    expect(fetched.mock.calls[0]?.[0]).toBe('/api/tables/KR7TM/slates/abc');
    expect(screen.getAllByRole('row').length).toBe(1 + 3 + 1);
    expect(screen.getByRole('columnheader', { name: 'Bram en Sjaan' })).toBeTruthy();
  });

  test('says it in words when there is no such slate', async () => {
    const none = () =>
      Promise.resolve(new Response(JSON.stringify({ code: 'no_such_slate' }), { status: 404 }));
    vi.stubGlobal('fetch', none);
    come();
    expect(await screen.findByText(/Dit leitje kennen we niet/)).toBeTruthy();
  });
});
