import { describe, expect, test } from 'vitest';
import { dealtView, NOTHING_TODO } from '../../tests/build';
import type { DealView } from '../wire.gen';
import { cuesBetween, type Moment } from './cues';

const quiet = { hold: null, melds: [], winner: null };

function moment(change: Partial<DealView> = {}, rest: Partial<Moment> = {}): Moment {
  const view = dealtView(['HJ', 'S7']);
  const deal = view.deal && { ...view.deal, ...change };
  return { view: { ...view, deal }, todo: NOTHING_TODO, shown: quiet, ...rest };
}

const trick = (...cards: string[]) => ({ trick: { leader: 0, cards } });
const won = (tricks: number) => ({
  taken: [{ tricks, points: 20, meld: 0 }, ...Array(3).fill({ tricks: 0, points: 0, meld: 0 })],
});

describe('what is heard', () => {
  test('a card on the table, and the trick that goes to its winner', () => {
    const three = moment(trick('H7', 'H8', 'H9'));
    const full = moment(trick('H7', 'H8', 'H9', 'HT'));
    const away = moment({ ...trick(), ...won(1) });
    expect(cuesBetween(three, full)).toEqual(['card']);
    expect(cuesBetween(full, away)).toEqual(['trick']);
    expect(cuesBetween(three, away)).toEqual(['card', 'trick']);
  });

  test('roem once, while it is called', () => {
    const shown = { hold: 'meld' as const, melds: [], winner: 1 };
    const called = moment(trick('H7', 'H8', 'H9', 'HT'), { shown });
    expect(cuesBetween(moment(trick('H7', 'H8', 'H9', 'HT')), called)).toEqual(['meld']);
    expect(cuesBetween(called, { ...called })).toEqual([]);
  });

  test('who passes knocks', () => {
    const passed = moment({ calls: [{ seat: 0, call: 'pass' }] });
    const played = moment({ calls: [{ seat: 0, call: 'play' }] });
    expect(cuesBetween(moment(), passed)).toEqual(['knock']);
    expect(cuesBetween(moment(), played)).toEqual([]);
  });

  test('my turn, when it was not mine before', () => {
    const mine = moment({}, { todo: { ...NOTHING_TODO, turn: 0 } });
    const hers = moment({}, { todo: { ...NOTHING_TODO, turn: 2 } });
    expect(cuesBetween(hers, mine)).toEqual(['turn']);
    expect(cuesBetween(mine, mine)).toEqual([]);
    expect(cuesBetween(mine, hers)).toEqual([]);
  });

  test('a new deal is dealt, and a card that is taken back makes no sound', () => {
    const last = moment({ ...trick('H7'), ...won(7) });
    expect(cuesBetween(last, moment({ number: 1 }))).toEqual(['deal']);
    expect(cuesBetween(moment(trick('H7', 'H8')), moment(trick('H7')))).toEqual([]);
  });

  test('nothing when a table is opened', () => {
    const nowhere = { ...moment(), view: null };
    expect(cuesBetween(nowhere, moment(trick('H7')))).toEqual([]);
  });
});
