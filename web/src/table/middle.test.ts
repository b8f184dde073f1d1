import { describe, expect, test } from 'vitest';
import { dealtView } from '../../tests/build';
import { fold } from '../store/fold';
import type { AnyFact, TableView } from '../wire.gen';
import { middleOf, movesBetween, type Look } from './middle';
import { scenes } from './scenes';

const STILL = { hold: null, melds: [], winner: null } as const;
const look = (view: TableView, shown: Partial<Look['shown']> = {}): Look => ({
  view,
  shown: { ...STILL, melds: [], ...shown },
});
const after = (view: TableView, ...facts: AnyFact[]): TableView => facts.reduce(fold, view);
const played = (seat: number, card: string): AnyFact => ({
  t: 'CardPlayed',
  seat,
  card,
  pile: null,
});
const won = (number: number, winner: number): AnyFact => ({
  t: 'TrickWon',
  number,
  winner,
  points: 10,
  melds: [],
  closing: false,
});
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
const DEALT = dealtView(['DA', 'SA', 'H7']);
const PLAYING = after(DEALT, TRUMP);
const FULL = after(PLAYING, played(1, 'D7'), played(2, 'D8'), played(3, 'D9'), played(0, 'DA'));
const HELD = look(FULL, { hold: 'trick', winner: 0 });

describe('in the middle', () => {
  test('lies the open trick', () => {
    const view = after(PLAYING, played(1, 'D7'));
    expect(middleOf(view, STILL as never)).toMatchObject({
      cards: ['D7'],
      winner: null,
      held: false,
    });
  });

  test('lies a full trick as long as it is held, with its winner', () => {
    expect(middleOf(FULL, HELD.shown)).toMatchObject({ winner: 0, held: true });
  });

  test('lies the last trick while nat is called', () => {
    const view = after(FULL, won(7, 0));
    const shown = { hold: 'score' as const, melds: [], winner: null };
    expect(middleOf(view, shown)).toMatchObject({ cards: ['D7', 'D8', 'D9', 'DA'], held: true });
  });

  test('lies nothing while trump is being made', () => {
    expect(middleOf(DEALT, STILL as never)).toBeNull();
  });
});

describe('what moves', () => {
  test('is nothing when nothing happened', () => {
    expect(movesBetween(look(PLAYING), look(PLAYING))).toEqual([]);
  });

  test('is a card from its player', () => {
    const next = after(PLAYING, played(1, 'D7'));
    expect(movesBetween(look(PLAYING), look(next))).toEqual([{ t: 'play', seat: 1, card: 'D7' }]);
    const then = after(next, played(2, 'D8'));
    expect(movesBetween(look(next), look(then))).toEqual([{ t: 'play', seat: 2, card: 'D8' }]);
  });

  test('is the last card of a trick too, when the trick is held', () => {
    const three = after(PLAYING, played(1, 'D7'), played(2, 'D8'), played(3, 'D9'));
    expect(movesBetween(look(three), HELD)).toEqual([{ t: 'play', seat: 0, card: 'DA' }]);
  });

  test('is a trick to its winner, and the card that he leads at once', () => {
    const empty = look(after(FULL, won(0, 0)));
    const written = { t: 'write' };
    expect(movesBetween(HELD, empty)).toEqual([{ t: 'gather', winner: 0 }, written]);
    const led = look(after(FULL, won(0, 0), played(0, 'SA')));
    expect(movesBetween(HELD, led)).toEqual([
      { t: 'gather', winner: 0 },
      { t: 'play', seat: 0, card: 'SA' },
      written,
    ]);
  });

  test('is nothing for who was away for more than a trick', () => {
    const later = after(
      FULL,
      won(0, 0),
      ...[played(0, 'SA'), played(1, 'S7'), played(2, 'S8'), played(3, 'S9')],
      won(1, 0),
      played(0, 'H7'),
    );
    expect(movesBetween(HELD, look(later))).toEqual([]);
  });

  test('is a hand that is dealt, from the seat after the dealer on', () => {
    const deal = { t: 'deal', dealer: 3, order: [0, 1, 2, 3] };
    expect(movesBetween(null, look(DEALT))).toEqual([deal]);
    const next = { ...DEALT, deal: DEALT.deal && { ...DEALT.deal, number: 1, dealer: 0 } };
    expect(movesBetween(look(FULL), look(next))).toEqual([
      { ...deal, dealer: 0, order: [1, 2, 3, 0] },
    ]);
  });

  test('is not a hand that one comes back to', () => {
    expect(movesBetween(null, look(PLAYING))).toEqual([]);
    const later = { ...DEALT, deal: DEALT.deal && { ...DEALT.deal, number: 5 } };
    expect(movesBetween(null, look(later))).toEqual([]);
  });

  test('is the hand into its order, once trump is made', () => {
    expect(movesBetween(look(DEALT), look(PLAYING))).toContainEqual({ t: 'sort' });
  });

  test('is chalk on the slate, after a trick and when the result lies there', () => {
    const write = { t: 'write' };
    const trick = after(FULL, won(0, 0));
    expect(movesBetween(HELD, look(trick))).toContainEqual(write);
    expect(movesBetween(look(trick), look(trick))).not.toContainEqual(write);
    const scored = look({ ...trick, phase: 'scored' });
    expect(movesBetween(look(trick), scored)).toContainEqual(write);
    expect(movesBetween(scored, scored)).not.toContainEqual(write);
    expect(movesBetween(null, scored)).toEqual([]);
  });

  test('is every mat that made room for the question', () => {
    expect(movesBetween(look(DEALT), look(PLAYING))).toContainEqual({ t: 'reseat' });
  });

  test('is a closed table card that is turned', () => {
    const { view } = scenes['two'] ?? {};
    if (!view?.deal) throw new Error('a scene for two');
    const pile = view.deal.piles[1]?.findIndex(({ open, closed }) => open && closed) ?? -1;
    const gone = after(view, { t: 'CardPlayed', seat: 1, card: 'XX', pile });
    const turned = after(gone, { t: 'CardOpened', seat: 1, pile, card: 'C7' });
    expect(movesBetween(look(gone), look(turned))).toContainEqual({ t: 'open', seat: 1, pile });
  });
});
