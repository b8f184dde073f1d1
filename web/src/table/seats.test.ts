import { describe, expect, test } from 'vitest';
import { scenes } from './scenes';
import {
  columns,
  dealSides,
  opponents,
  placeOf,
  seatsFrom,
  takenBy,
  together,
  tricksBegun,
  tricksPlayedBy,
} from './seats';

const viewOf = (name: string) => {
  const scene = scenes[name];
  if (!scene) throw new Error(name);
  return scene.view;
};

describe('where a seat lies on the table', () => {
  test('is at the bottom for the viewer, whichever seat is his', () => {
    for (const seats of [2, 3, 4])
      for (let me = 0; me < seats; me += 1) expect(placeOf(me, me, seats)).toBe('south');
  });

  test('runs clockwise: the left neighbour lies left', () => {
    expect(seatsFrom(1, 4).map((seat) => placeOf(seat, 1, 4))).toEqual([
      'south',
      'west',
      'north',
      'east',
    ]);
    expect(seatsFrom(2, 3).map((seat) => placeOf(seat, 2, 3))).toEqual(['south', 'west', 'east']);
    expect(seatsFrom(1, 2).map((seat) => placeOf(seat, 1, 2))).toEqual(['south', 'north']);
  });
});

describe('who plays with whom', () => {
  test('is fixed with four', () => {
    const view = { ...viewOf('four'), me: 1 };
    expect(opponents(view)).toEqual([2, 0]);
    expect(columns(view)).toEqual([
      [1, 3],
      [2, 0],
    ]);
  });

  test('is the declarer against the others with three', () => {
    const view = viewOf('three');
    expect(together(view, 0, 1)).toBe(true);
    expect(opponents(view)).toEqual([2]);
    expect(opponents({ ...view, me: 2 })).toEqual([0, 1]);
    expect(dealSides(view)).toEqual([[2], [0, 1]]);
    expect(columns(view)).toEqual([[0], [1], [2]]);
  });

  test('is nobody with two', () => {
    expect(opponents(viewOf('two'))).toEqual([1]);
  });
});

test('what partners took is added up', () => {
  expect(takenBy(viewOf('four').deal, [0, 2])).toEqual({ tricks: 1, points: 18, meld: 20 });
});

test('an open trick with a card in it counts as begun', () => {
  const { deal } = viewOf('four');
  if (!deal) throw new Error('a deal');
  expect(tricksBegun(deal)).toBe(3);
  expect(tricksBegun({ ...deal, trick: { leader: 1, cards: [] } })).toBe(2);
});

test('a seat can be accused of the tricks that it has played to', () => {
  const deal = viewOf('four').deal;
  if (!deal?.trick) throw new Error('no trick lies there');
  const { leader } = deal.trick;
  const lone = { ...deal, trick: { leader, cards: ['D7'] } };
  expect(tricksPlayedBy(lone, leader)).toBe(tricksBegun(deal));
  expect(tricksPlayedBy(lone, (leader + 1) % 4)).toBe(tricksBegun(deal) - 1);
  expect(tricksPlayedBy({ ...deal, trick: { leader, cards: [] } }, leader)).toBe(2);
});
