import { describe, expect, test } from 'vitest';
import type { Suit } from '../wire.gen';
import { nextSlots, sortHand, suitOrder } from './cards';

const red = (suit: Suit | undefined) => suit === 'H' || suit === 'D';

describe('sorting a hand', () => {
  test('puts trump at the left end', () => {
    for (const trump of ['C', 'D', 'H', 'S'] as const)
      expect(suitOrder(['C', 'D', 'H', 'S'], trump)[0]).toBe(trump);
  });

  test('alternates the colours when all four suits are held', () => {
    for (const trump of ['C', 'D', 'H', 'S', null] as const) {
      const order = suitOrder(['C', 'D', 'H', 'S'], trump);
      expect(order.map(red)).toEqual([
        red(order[0]),
        !red(order[0]),
        red(order[0]),
        !red(order[0]),
      ]);
    }
  });

  test('keeps two suits of one colour apart when a third is held', () => {
    expect(suitOrder(['C', 'S', 'H'], null)[1]).toBe('H');
    expect(suitOrder(['C', 'D', 'H'], null)[1]).toBe('C');
  });

  test('orders trump as jack, nine, ace, ten, king, queen, eight, seven', () => {
    const trumps = ['H7', 'H8', 'H9', 'HT', 'HJ', 'HQ', 'HK', 'HA'];
    expect(sortHand(trumps, 'H').join(' ')).toBe('HJ H9 HA HT HK HQ H8 H7');
  });

  test('orders a plain suit as ace, ten, king, queen, jack, nine, eight, seven', () => {
    const spades = ['S7', 'S8', 'S9', 'ST', 'SJ', 'SQ', 'SK', 'SA'];
    expect(sortHand(spades, 'H').join(' ')).toBe('SA ST SK SQ SJ S9 S8 S7');
  });

  test('keeps every card once, and takes an empty hand', () => {
    const hand = ['H9', 'DK', 'CQ', 'S8', 'C9', 'DT', 'HA', 'ST'];
    expect([...sortHand(hand, 'H')].sort()).toEqual([...hand].sort());
    expect(sortHand([], 'H')).toEqual([]);
  });
});

describe('the slots of a hand', () => {
  const dealt = ['H9', 'DK', 'CQ', 'S8'];

  test('stay while cards are played', () => {
    const before = nextSlots(null, 'deal 1', dealt, 'H');
    expect(nextSlots(before, 'deal 1', ['DK', 'S8'], 'H')).toBe(before);
  });

  test('stay when a card is taken back', () => {
    const before = nextSlots(null, 'deal 1', dealt, 'H');
    const played = nextSlots(before, 'deal 1', ['DK', 'S8'], 'H');
    expect(nextSlots(played, 'deal 1', ['DK', 'S8', 'H9'], 'H')).toBe(before);
  });

  test('are laid again when trump is made and in the next deal', () => {
    const before = nextSlots(null, 'deal 1 H', dealt, 'H');
    expect(nextSlots(before, 'deal 1 S', dealt, 'S').cards[0]).toBe('S8');
    expect(nextSlots(before, 'deal 2 H', ['CA'], 'H').cards).toEqual(['CA']);
  });

  test('are laid again when a card comes that they do not know', () => {
    const empty = nextSlots(null, 'deal 1', [], 'H');
    expect(nextSlots(empty, 'deal 1', dealt, 'H').cards).toHaveLength(4);
  });
});
