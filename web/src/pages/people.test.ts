import { cleanup, fireEvent, render, screen } from '@testing-library/svelte';
import { afterEach, expect, test, vi } from 'vitest';
import type { RegularCard } from '../wire.gen';
import PeopleDialog from './PeopleDialog.svelte';

const HENK: RegularCard = {
  key: 'henk',
  name: 'Henk',
  level: 'strong',
  card: {
    making: 'bold',
    leading: 'trumps',
    signal: true,
    nel: false,
    tens: false,
    ruffing: false,
  },
};
const nothing = () => undefined;

const door = (answer: () => Promise<Response>) => vi.stubGlobal('fetch', answer);

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('the card of a regular tells his character and what a partner may count on', async () => {
  door(() => Promise.resolve(new Response(JSON.stringify([HENK]))));
  render(PeopleDialog, { name: 'Henk', meet: nothing, onclose: nothing });
  expect(await screen.findByText('Speelt al op een magere hand.')).toBeTruthy();
  expect(screen.getByText('Gaat zijn kant, dan komt meteen troef.')).toBeTruthy();
  expect(screen.getByText(/Telt ondertussen alles mee/)).toBeTruthy();
});

test('all of them are on the list, and each leads to the card', async () => {
  const meet = vi.fn();
  door(() => Promise.resolve(new Response(JSON.stringify([HENK]))));
  render(PeopleDialog, { name: '', meet, onclose: nothing });
  await fireEvent.click(await screen.findByRole('button', { name: /Henk/ }));
  expect(meet).toHaveBeenCalledWith('Henk');
});

test('a regular who does not come any more, and a pub that does not answer, are said in words', async () => {
  door(() => Promise.resolve(new Response(JSON.stringify([HENK]))));
  const { unmount } = render(PeopleDialog, { name: 'Kees', meet: nothing, onclose: nothing });
  expect(await screen.findByText(/komt hier niet meer/)).toBeTruthy();
  unmount();
  door(() => Promise.reject(new TypeError('no network')));
  render(PeopleDialog, { name: 'Henk', meet: nothing, onclose: nothing });
  expect(await screen.findByText(/niet bereikbaar/)).toBeTruthy();
});
