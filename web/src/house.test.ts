import { expect, test } from 'vitest';
import { allowedDeals, choose, presetRules, START } from './house';

test('every seat deals equally often', () => {
  expect([2, 3, 4].map(allowedDeals)).toEqual([[4, 8, 12, 16], [12], [4, 8, 12, 16]]);
});

test('another number of players brings its own whole match', () => {
  expect(choose(START, { seats: 3 }).deals).toBe(12);
  expect(choose(choose(START, { seats: 3 }), { seats: 2 }).deals).toBe(8);
});

test('the same number of players keeps the length that was chosen', () => {
  expect(choose(choose(START, { deals: 4 }), { seats: 4 }).deals).toBe(4);
});

test('rules are called after the house they follow', () => {
  expect(choose(START, { trump_duty: 'rotterdam' }).preset).toBe('pub');
  const club = choose(START, presetRules('club'));
  expect(club.preset).toBe('club');
  expect(choose(club, { undertrump: 'forced' }).preset).toBe('own');
});

test('a club says fixed phrases, unless its maker wants otherwise', () => {
  const club = choose(START, presetRules('club'));
  expect(club.talk).toBe('phrases');
  expect(choose(club, { talk: 'off' })).toEqual({ ...club, talk: 'off' });
  expect(choose(club, presetRules('pub')).talk).toBe('free');
});
