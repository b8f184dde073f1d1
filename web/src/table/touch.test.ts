import { describe, expect, test } from 'vitest';
import { IDLE } from './scenes';
import { effectOf, type Press } from './touch';

const press = (over: Partial<Press>) =>
  effectOf({
    card: 'DT',
    way: 'mouse',
    todo: { ...IDLE, turn: 0, cards: ['DT'] },
    myTurn: true,
    lifted: null,
    oneTap: false,
    ...over,
  });

describe('pressing a card in turn', () => {
  test('plays at one click of a mouse and at a key', () => {
    expect(press({ way: 'mouse' })).toBe('play');
    expect(press({ way: 'keyboard' })).toBe('play');
  });

  test('lifts at the first tap and plays at the second', () => {
    expect(press({ way: 'touch' })).toBe('lift');
    expect(press({ way: 'touch', lifted: 'DK' })).toBe('lift');
    expect(press({ way: 'touch', lifted: 'DT' })).toBe('play');
  });

  test('plays at one tap where that is set', () => {
    expect(press({ way: 'touch', oneTap: true })).toBe('play');
  });

  test('is refused for a card that is not legal, in every way', () => {
    for (const way of ['mouse', 'touch', 'keyboard'] as const)
      expect(press({ way, card: 'H9', lifted: 'H9' })).toBe('refuse');
  });
});

describe('pressing a card ahead of the turn', () => {
  test('lifts it, and lowers it again', () => {
    for (const way of ['mouse', 'touch', 'keyboard'] as const) {
      expect(press({ way, myTurn: false, todo: IDLE })).toBe('lift');
      expect(press({ way, myTurn: false, todo: IDLE, lifted: 'DT' })).toBe('lower');
      expect(press({ way, myTurn: false, todo: IDLE, lifted: 'H9' })).toBe('lift');
    }
  });
});
